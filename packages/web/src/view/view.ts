/**
 * What the pages show, as plain data: made on the server from turns, sent as JSON, drawn by the app and by the HTML
 * export alike. Texts arrive with secrets already masked unless a reveal was asked for. Times are milliseconds since
 * 1970, null when unknown; costs are dollars, null when a price is unknown.
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
  cost: number | null;
  /** Models whose price is not known: their tokens are not in `cost`. */
  unknownPrices: string[];
  bytes: number;
  agents: number;
  isLive: boolean;
  isPinned: boolean;
  /** Unspool's archive has it. */
  isArchived: boolean;
  /** The user archived it in the client. */
  archivedInClient: boolean;
  /** The transcript is gone; what is known of it is kept. */
  isGone: boolean;
  /** Days until the client's clean-up takes it; null when it will not. */
  deletesInDays: number | null;
  tags: string[];
  /** The session that it is a copy of, made by an edit; absent for others. `id` is null when that one is not listed. */
  copyOf?: { id: string | null; title: string | null };
  /** How much of it resumes; absent until that is known. */
  resumes?: Pick<Resumes, 'isWhole' | 'text'>;
  /** The index has not read it yet: what it cost is not known, and its words, turns and tokens may not be. */
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
  /** Whether nothing is missing that the user would expect. */
  isWhole: boolean;
  /** How much, in one sentence without a full stop. */
  text: string;
  reasons: string[];
}

/** A session page without its turns: everything the tape, the rails and the charts need. */
export interface SessionOutline {
  session: SessionRow;
  models: string[];
  /** Whether the client would resume it, and why not. Null while that is being found out. */
  resumes: Resumes | null;
  turns: TurnOutline[];
  /** `writes` is how many of the touches changed it; how many lines is asked for apart. */
  files: { path: string; touches: number; writes: number; turns: number[] }[];
  /** Lines that could not be read, by kind. */
  problems: {
    kind: string;
    what: string;
    count: number /** Where the first of them is. */;
    line: number;
    byte: number;
  }[];
  /** Grows with the file; a live page asks for what came after. */
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
}

export interface TimelineTurn {
  number: number;
  parts: { kind: 'model' | ToolColour; ms: number }[];
}

/** What happened in one turn, or in a sub-agent, in the order in which it began. */
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
  /** First words of the ask, one line. */
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
  /** Compactions, where they happened in it. */
  cuts: Cut[];
  bands: Band[];
  /** Sub-agents it started. */
  agents: { agentId: string; startedAt: number | null; endedAt: number | null }[];
  /** What stood in the context window by its end. */
  context: ContextCounts | null;
  /** What stood in it with each request, and before each compaction; of very many, some. */
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
  /** Where its line begins. */
  byte: number;
  context: ContextCounts;
}

export interface Band {
  kind: 'thinking' | 'text' | ToolColour;
  /** Where its first line begins. */
  byte: number;
  startedAt: number | null;
  endedAt: number | null;
  /** Characters: the measure of a band where times say nothing. */
  size: number;
  /** How much of it failed, 0 to 1: several are drawn as one where there are many. */
  failed: number;
  /** How much of it the user said no to. */
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

/** One turn, whole enough to read; large parts are fetched when they are opened. */
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
  /** Only a signature was kept. */
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

/** A text, cut when it is long or masked where it holds secrets; the whole is fetched on demand. */
export interface CutText {
  text: string;
  /** Characters of the whole. */
  length: number;
  isCut: boolean;
  /** Secrets masked in it. */
  masked: number;
  /** Where the whole is fetched from, `&reveal=1` for its secrets; null when nothing is cut or masked. */
  href: string | null;
}

export interface MediaView {
  kind: 'image' | 'document';
  mediaType: string;
  bytes: number;
  /** In pixels, where that is known without decoding it. */
  size: { width: number; height: number } | null;
  /** The path it is fetched from; empty for what is only a link. */
  href: string;
  /** It stands somewhere else, where nothing is fetched from: the address, to be shown as text. */
  link: string | null;
}

/** A tool call, opened. */
export interface ToolDetail {
  callId: string;
  body: ToolBody;
  /** Always there, for the JSON view. */
  input: CutText;
  output: CutText;
  /** What went wrong; null for a call that the user declined. */
  error: string | null;
  /** What the user said when declining it; empty if nothing, null if it was not declined. */
  declined: string | null;
  media: MediaView[];
  /** Output that was offloaded to a file of its own. */
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
