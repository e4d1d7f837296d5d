/**
 * The data of the pages: made on the server from turns, sent as JSON, and shown by the app and the HTML export. Secrets in
 * texts are masked unless they were to be revealed. Times are milliseconds since 1970, null when unknown. Costs are
 * dollars, null when a price is unknown.
 */

import type { ToolColour } from '@unspool/session/tools';

/** A row of the list, and the head of a session page. */
export interface SessionRow {
  /** The session id: what a URL names. */
  id: string;
  /** Whose it is; absent for sessions of this machine. A colleague's session can be read and pulled, not changed. */
  person?: string;
  title: string;
  /** The agent whose session it is; null for Claude Code. */
  client: ClientRef | null;
  project: ProjectRef;
  branch: string | null;
  startedAt: number | null;
  lastAt: number | null;
  turns: number;
  tokens: TokenCounts;
  /** Its agent recorded no tokens, so tokens and cost are unknown. */
  areTokensUnknown?: boolean;
  cost: number | null;
  /** Models without a known price. Their tokens are not in `cost`. */
  unknownPrices: string[];
  bytes: number;
  agents: number;
  isLive: boolean;
  isPinned: boolean;
  /** Unspool's archive has it. */
  isArchived: boolean;
  /** The user archived it in the client. */
  archivedInClient: boolean;
  /** The transcript was deleted. What the index knows is kept. */
  isGone: boolean;
  /** Days until the client deletes it; null if it will not. */
  deletesInDays: number | null;
  tags: string[];
  /** The session that it is a copy of, made by an edit; absent for others. `id` is null when that one is not listed. */
  copyOf?: { id: string | null; title: string | null };
  /** How much of it resumes; absent until that is known. */
  resumes?: Pick<Resumes, 'isWhole' | 'text'>;
  /** The index has not read it yet, so its cost is unknown, and perhaps its title, turns and tokens. */
  isPending?: boolean;
}

/** An agent. */
export interface ClientRef {
  /** As filters name it: `codex`; `claude` for Claude Code. */
  name: string;
  /** As people know it. */
  label: string;
}

export interface ProjectRef {
  /** Worktrees of one repository share a key. */
  key: string;
  name: string;
  path: string;
}

export interface TokenCounts {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
}

/** Whether the client would resume a session, and how much of it. */
export interface Resumes {
  will: boolean;
  /** Whether everything is sent that the user would expect. */
  isWhole: boolean;
  /** How much, in one sentence without a full stop. */
  text: string;
  reasons: string[];
}

/** A session page without its turns: everything the tape, the rails and the charts need. */
export interface SessionOutline {
  session: SessionRow;
  models: string[];
  /** Whether the client would resume it, and why not. Null while unknown. */
  resumes: Resumes | null;
  turns: TurnOutline[];
  /** `writes` is the number of touches that changed it. The number of lines has a route of its own. */
  files: { path: string; touches: number; writes: number; turns: number[] }[];
  /** Lines that could not be read, by kind. */
  problems: {
    kind: string;
    what: string;
    count: number /** Where the first of them is. */;
    line: number;
    byte: number;
  }[];
  /** Changes with the file. */
  revision: string;
}

/** Lines that a session added to a file and removed from it. */
export interface FileChange {
  path: string;
  added: number;
  removed: number;
}

/** A file that a session or its sub-agents wrote. */
export interface WrittenFile extends FileChange {
  /** The turns that wrote it. */
  turns: number[];
}

/** What a session changed in a file, from its first to its last text. */
export interface FileDiff {
  path: string;
  isNew: boolean;
  /** How many of the hunks are single changes, since the text of the whole file was not recorded. They come first. */
  loose: number;
  hunks: TracedHunk[];
  /** Lines that are left out of a very long diff. */
  more: number;
  /** Only of a project's file: the `turn` of a line is an index of these, `session` one of `ProjectFile.sessions`. */
  writes?: { session: number; turn: number }[];
}

/** A file that sessions of a project wrote. */
export interface ProjectFile {
  path: string;
  lastAt: number | null;
  /** In the order of their first write. */
  sessions: { id: string; title: string; at: number | null }[];
  /** Older sessions that wrote it, too, and are left out of its diff. */
  earlier: number;
}

export interface TracedHunk extends DiffHunk {
  /** Its place in the file is not known. */
  isLoose: boolean;
  lines: (DiffHunk['lines'][number] & {
    /** The turn that added or removed the line; null for other lines. */
    turn: number | null;
  })[];
}

/** Where the time of a session went. Calls may overlap, so their times may add up to more than a turn took. */
export interface Timeline {
  turns: TimelineTurn[];
  /** Most time first. */
  tools: { name: string; kind: ToolColour; calls: number; ms: number }[];
  modelMs: number;
  /** Between the end of the work of a turn and the next prompt, and between a question or plan and the answer. */
  waitingMs: number;
}

export interface TimelineTurn {
  number: number;
  parts: { kind: 'model' | ToolColour; ms: number }[];
}

/** The requests and calls of a turn or a sub-agent, in the order of their start. */
export interface TurnSpans {
  startedAt: number | null;
  endedAt: number | null;
  spans: TimelineSpan[];
  /** Spans that are left out. */
  more: number;
}

/** A request to the model or a tool call. */
export interface TimelineSpan {
  kind: 'model' | ToolColour;
  /** The model or the tool. */
  name: string;
  detail: string;
  turn: number;
  byte: number;
  startedAt: number | null;
  endedAt: number | null;
  status: 'ok' | 'failed' | 'declined' | 'open';
  /** Of a request. */
  tokens: TokenCounts | null;
  cost: number | null;
  agents: (AgentRef & { startedAt: number | null; endedAt: number | null })[];
}

export interface TurnOutline {
  number: number;
  id: string;
  kind: 'prompt' | 'command' | 'continued';
  /** The first words of the prompt, on one line. */
  title: string;
  startedAt: number | null;
  endedAt: number | null;
  tokens: TokenCounts;
  cost: number | null;
  parent: number | null;
  isOnTip: boolean;
  isOpen: boolean;
  isInterrupted: boolean;
  hasError: boolean;
  calls: number;
  /** The compactions in it. */
  cuts: Cut[];
  bands: Band[];
  /** The sub-agents that it started. */
  agents: { agentId: string; startedAt: number | null; endedAt: number | null }[];
  /** The contents of the context window at its end. */
  context: ContextCounts | null;
  /** The contents at each request and before each compaction; a selection if there are very many. */
  requests: ContextPoint[];
}

export interface Cut {
  at: number | null;
  byte: number;
  trigger: string;
  tokensBefore: number | null;
}

export interface ContextPoint {
  at: number | null;
  /** The offset of its line. */
  byte: number;
  context: ContextCounts;
}

export interface Band {
  kind: 'thinking' | 'text' | ToolColour;
  /** The offset of its first line. */
  byte: number;
  startedAt: number | null;
  endedAt: number | null;
  /** Characters. They determine the width of a band without times. */
  size: number;
  /** The share that failed, 0 to 1. A band can combine several calls. */
  failed: number;
  /** The share that the user declined. */
  rejected: number;
}

/** Tokens in the window, estimated by kind and calibrated on the usage the reply reports. */
export interface ContextCounts {
  system: number;
  human: number;
  replies: number;
  thinking: number;
  toolInput: number;
  toolOutput: number;
  cached: number;
}

/** A turn with its texts. Large parts are fetched when they are opened. */
export interface TurnView {
  number: number;
  id: string;
  items: Item[];
}

export interface Place {
  line: number;
  byte: number;
}

export type Item = WordsItem | TextItem | ThinkingItem | ToolItem | CompactionItem | NoteItem | UnknownItem;

export interface WordsItem {
  type: 'words';
  place: Place;
  /** Whose words. Only `prompt` and `queued` are a person's. */
  kind:
    | 'prompt'
    | 'queued'
    | 'command'
    | 'command_output'
    | 'bash'
    | 'bash_output'
    | 'injected'
    | 'interruption'
    | 'message';
  /** The agent that sent a message. */
  from?: string;
  /** Its number among the messages of one line. */
  part?: number;
  text: CutText;
  command: { name: string; args: string } | null;
  context: { kind: string; text: CutText }[];
  media: MediaView[];
  at: number | null;
}

export interface TextItem {
  type: 'text';
  place: Place;
  /** Markdown. */
  text: CutText;
  model: string | null;
  at: number | null;
}

export interface ThinkingItem {
  type: 'thinking';
  place: Place;
  text: CutText;
  /** The transcript has only the signature. */
  isHollow: boolean;
}

export interface ToolItem {
  type: 'tool';
  place: Place;
  callId: string;
  name: string;
  family: ToolColour;
  /** The one argument that matters, one line. */
  argument: string;
  status: 'ok' | 'failed' | 'running' | 'orphan' | 'rejected';
  durationMs: number | null;
  inputSize: number;
  outputSize: number;
  /** Lines that it added to its file and removed; null for calls that wrote none. */
  change: { added: number; removed: number } | null;
  agents: AgentRef[];
}

export interface AgentRef {
  agentId: string;
  agentType: string | null;
  description: string | null;
  turns: number;
  tokens: TokenCounts;
}

export interface CompactionItem {
  type: 'compaction';
  place: Place;
  trigger: string;
  tokensBefore: number | null;
  /** Turns that the client no longer sends. */
  droppedTurns: number;
  summary: CutText | null;
}

/** What was said and done before a compaction, latest first, and whether the summary has it. */
export interface Compacted {
  items: {
    kind: 'decision' | 'question' | 'error' | 'command' | 'file' | 'number';
    text: string;
    turn: number;
    isKept: boolean;
  }[];
}

/** Hooks, reminders, attachments, system lines: folded and labelled. */
export interface NoteItem {
  type: 'note';
  place: Place;
  /** A few plain words: "Hook", "Attachment: file", "API error". */
  label: string;
  kind: string;
  text: CutText;
  isError: boolean;
}

export interface UnknownItem {
  type: 'unknown';
  place: Place;
  label: string;
  text: CutText;
}

/** A text that is cut if long, with secrets masked. The whole text is fetched on demand. */
export interface CutText {
  text: string;
  /** The length of the whole text. */
  length: number;
  isCut: boolean;
  /** Secrets masked in it. */
  masked: number;
  /** The path of the whole text; with `&reveal=1` including secrets. Null if nothing is cut or masked. */
  href: string | null;
}

export interface MediaView {
  kind: 'image' | 'document';
  mediaType: string;
  bytes: number;
  /** In pixels; null if that is unknown without decoding. */
  size: { width: number; height: number } | null;
  /** The path it is fetched from; empty for a link. */
  href: string;
  /** The address of media elsewhere, which is shown as text and never fetched. */
  link: string | null;
}

/** The contents of a tool call. */
export interface ToolDetail {
  callId: string;
  body: ToolBody;
  /** For the JSON view. */
  input: CutText;
  output: CutText;
  /** What went wrong; null for a call that the user declined. */
  error: string | null;
  /** What the user said when declining it; empty if nothing, null if it was not declined. */
  declined: string | null;
  media: MediaView[];
  /** Output that the client saved in a separate file. */
  offloaded: { bytes: number; href: string } | null;
}

export type ToolBody =
  | { view: 'diff'; file: string; hunks: DiffHunk[]; isNew: boolean }
  | { view: 'terminal'; command: string; description: string | null; output: CutText; exitCode: number | null }
  | { view: 'file'; file: string; firstLine: number; text: CutText }
  | { view: 'matches'; query: string; lines: { file: string; line: number | null; text: string }[]; more: number }
  | {
      view: 'checklist';
      items: { text: string; status: string; change: 'new' | 'changed' | null }[];
      dropped: string[];
    }
  | { view: 'web'; url: string; title: string | null; links: { title: string; url: string }[]; text: CutText }
  | { view: 'agent'; prompt: CutText; agents: AgentRef[]; answer: CutText }
  /** `isApproved` is null while the user has not answered. */
  | { view: 'plan'; plan: CutText; isApproved: boolean | null }
  | { view: 'question'; questions: AskedQuestion[] }
  | { view: 'task'; title: string; status: string | null; isNew: boolean; text: CutText }
  | { view: 'message'; to: string; text: CutText }
  | { view: 'skill'; name: string; args: string; text: CutText }
  | { view: 'json'; input: CutText; output: CutText };

export interface AskedQuestion {
  question: string;
  options: { label: string; description: string; isChosen: boolean }[];
  /** An answer in the user's own words. */
  answer: string | null;
}

export interface DiffHunk {
  oldStart: number;
  newStart: number;
  lines: { kind: 'same' | 'added' | 'removed'; text: string }[];
}
