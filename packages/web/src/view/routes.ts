import type { EditDone, EditPlanView, EditRecord } from './edit-view.js';
import type { SearchHit } from './search-hit.js';
import type { TeamMember, TeamPulled, TeamRead, TeamSearchPage, TeamSessionsPage, TeamUsagePage } from './team-view.js';
import type { UsageRow, UsageSum } from './usage-view.js';
import type {
  AgentRef,
  Band,
  ClientRef,
  Compacted,
  CutText,
  FileChange,
  FileDiff,
  ProjectFile,
  ProjectRef,
  SessionOutline,
  SessionRow,
  Timeline,
  ToolDetail,
  TurnOutline,
  TurnSpans,
  TurnView,
  WrittenFile,
} from './view.js';

export type * from './edit-view.js';
export type * from './search-hit.js';
export type * from './team-view.js';
export type * from './usage-view.js';

/**
 * The HTTP interface between the server and the app: the routes, and the type that each returns.
 *
 * - All routes are below /api and need the cookie that the first URL sets; otherwise the status is 401.
 * - POST needs the header `x-unspool-token` with `AppState.writeToken`, and a JSON body; otherwise the status is 403.
 * - Errors return `Failure` with 400 (wrong request), 404 (not found), 409 (refused: live, would not resume) or 500.
 *   `?reveal=1` returns texts with their secrets.
 * - An `href` (of a cut or masked text, a picture, an offloaded output) is a whole path with a query. Append `&reveal=1` to
 *   reveal secrets.
 * - The routes of a sub-agent are those of a session, below /agents/<agentId>.
 */
export interface Routes {
  'GET /api/state': AppState;
  /** Server-sent events; `data` is a `LiveEvent` as JSON. `?session=<id>`, any number of times, names sessions that are on screen. */
  'GET /api/events': LiveEvent;

  /** Query: `SessionsQuery`. */
  'GET /api/sessions': SessionsPage;
  /** `?ids=a,b,c`, at most 100: the thumbnails of rows that are on screen. */
  'GET /api/tapes': { tapes: Thumbnail[] };
  'GET /api/sessions/:id': { session: SessionRow };
  /** Takes seconds for a huge session that was not opened before. Request turns first: they come at once. */
  'GET /api/sessions/:id/outline': SessionOutline;
  /** Lines added and removed in each written file of the outline. Reads every edit, so request it after the outline. */
  'GET /api/sessions/:id/changes': { files: FileChange[] };
  /** The files that the session and its sub-agents wrote, in the order of their first change. */
  'GET /api/sessions/:id/files': { files: WrittenFile[] };
  /** `?path=` of one of these files. */
  'GET /api/sessions/:id/diff': FileDiff;
  /** `?path=`: which other sessions wrote the lines of the diff that this session did not add. */
  'GET /api/sessions/:id/blame': LineWriters;
  /** `?byte=` of a compaction: what its summary kept and left out. Reads the whole session. */
  'GET /api/sessions/:id/compacted': Compacted;
  'GET /api/sessions/:id/timeline': Timeline;
  /** `?turn=`; all turns if absent. */
  'GET /api/sessions/:id/spans': TurnSpans;
  /** `?from=1&count=20` in file order, or `?numbers=3,5..9`; at most 60 at once. `from=-20` counts from the end. */
  'GET /api/sessions/:id/turns': TurnsPage;
  'GET /api/sessions/:id/turns/:number': TurnsPage;
  'GET /api/sessions/:id/calls/:callId': ToolDetail;
  /** Why it is left alone now: empty when an edit would be done. */
  'GET /api/sessions/:id/live': { reasons: string[] };
  /** A whole text; see `CutText.href`. A text of millions of characters comes in parts: `&offset=`. */
  'GET /api/sessions/:id/text': CutText;
  /** `?byte=` where a line begins: the turn it belongs to. */
  'GET /api/sessions/:id/turn-at': { turn: number };
  /** `?byte=` of a place or of an odd line: the unchanged line of the file. */
  'GET /api/sessions/:id/raw': RawLine;
  /** The bytes of an image or document; see `MediaView.href`. */
  'GET /api/sessions/:id/media': Blob;

  'GET /api/sessions/:id/agents/:agentId': AgentHead;
  'GET /api/sessions/:id/agents/:agentId/outline': SessionOutline;
  'GET /api/sessions/:id/agents/:agentId/changes': { files: FileChange[] };
  'GET /api/sessions/:id/agents/:agentId/turns': TurnsPage;
  'GET /api/sessions/:id/agents/:agentId/calls/:callId': ToolDetail;

  /** `?project=<key>`: the files that its sessions wrote, last written first; `more` are left out. */
  'GET /api/project/files': { project: ProjectRef; files: ProjectFile[]; more: number };
  /** `?project=<key>&path=` of one of these files. Reads the sessions that wrote it one after the other. */
  'GET /api/project/diff': FileDiff;

  /** Query: `SearchQuery`. */
  'GET /api/search': SearchPage;
  /** `?since=&until=` (milliseconds) `&project=<key>` `&client=<name>`. */
  'GET /api/usage': UsagePage;
  /** `?kind=tools|skills|agents`, and the query of `/api/usage`. */
  'GET /api/usage/causes': { kind: string; rows: UsageRow[] };

  /** Query: `TeamSessionsQuery`. A shared session is then read like any other, by its id `PERSON~SESSION`. */
  'GET /api/team/sessions': TeamSessionsPage;
  /** `?q=&person=&project=&since=`. */
  'GET /api/team/search': TeamSearchPage;
  /** `?since=&until=&person=&project=`. */
  'GET /api/team/usage': TeamUsagePage;
  'GET /api/team/reads': { reads: TeamRead[] };
  /** Body: `{ id: string; folder?: string; isNew?: boolean }`. */
  'POST /api/team/pull': TeamPulled;

  /** Body: `EditRequest`. Writes nothing. */
  'POST /api/sessions/:id/plan': EditPlanView;
  /** Body: `EditRequest`, the same as was planned. */
  'POST /api/sessions/:id/apply': EditDone;
  /** Body: `{ undo: string }`: the number of an edit. */
  'POST /api/undo': { what: string; notes: string[] };
  /**
   * A download: `?format=html|md|json`, `&turns=3,5..9` for some of them only. Secrets are hidden unless `&reveal=1`.
   */
  'GET /api/sessions/:id/export': Blob;
  'GET /api/edits': { edits: EditRecord[] };
  /** Body: `{ title: string }`. No `undo` when it has that title already: then nothing is written. */
  'POST /api/sessions/:id/rename': { title: string; undo: string | null };
  /** Body: `{ add?: string[]; remove?: string[]; pin?: boolean }`: tags, and whether it is pinned. */
  'POST /api/sessions/:id/label': { tags: string[]; isPinned: boolean };
  /** Keeps it beyond the client's clean-up. Body: `{}`. */
  'POST /api/sessions/:id/archive': { isNew: boolean; notes: string[] };
  /** Brings it back from the archive to where the client resumes it. Body: `{}`. */
  'POST /api/sessions/:id/restore': { undo: string; files: number };
  /** To the trash, from where undo brings it back. Body: `{}`. */
  'POST /api/sessions/:id/delete': { undo: string };
}

export interface Failure {
  error: { what: string; why: string | null; hint: string | null };
}

export interface AppState {
  version: string;
  /** The value of `x-unspool-token` for every POST. */
  writeToken: string;
  /** The user has no sessions: these are samples. */
  isSample: boolean;
  /** The folders that were looked at, for the empty page. */
  folders: string[];
  sessions: number;
  index: IndexState;
  timeZone: string;
  /** The available operations: `clone`, `cut`, `rename`, … */
  operations: string[];
  /** Null when this machine is not part of one. */
  team: TeamMember | null;
}

export interface IndexState {
  /** `building`: rows appear as they are read; search and usage cover what was read so far. */
  phase: 'building' | 'ready' | 'failed';
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
  /** Why it failed. */
  message: string | null;
}

export type LiveEvent =
  /** Something in the list changed: ask for it again. */
  | { type: 'list' }
  | { type: 'index'; index: IndexState }
  /** Sent every few seconds. If it does not arrive, the server is gone. */
  | { type: 'beat' }
  /** A session or a sub-agent grew or was rewritten; `agentId` is null for the session itself. */
  | { type: 'session'; id: string; agentId: string | null; bytes: number };

/** All optional. */
export interface SessionsQuery {
  /** A project key. */
  project?: string;
  /** Milliseconds. */
  since?: number;
  until?: number;
  /** Other values of `since` to count matches for, comma-separated. */
  periods?: number[];
  /** In title, project, branch or id. */
  q?: string;
  tag?: string;
  branch?: string;
  /** An agent, `claude` for Claude Code. */
  client?: string;
  /** Comma-separated; all must hold. Sessions that are gone for good are listed only when asked for. */
  marks?: string;
  sort?: 'time' | 'cost' | 'tokens' | 'turns' | 'size';
  /** 0 unless given. */
  offset?: number;
  /** 100 unless given, at most 500. */
  limit?: number;
}

export type Mark = 'live' | 'pinned' | 'archived' | 'gone' | 'errors' | 'agents' | 'expiring';

export interface SessionsPage {
  rows: SessionRow[];
  /** The number of matching sessions, of which `rows` is a part. */
  total: number;
  /** Counts over everything that matches the other filters. */
  facets: {
    projects: (ProjectRef & { count: number; lastAt: number | null })[];
    tags: { tag: string; count: number }[];
    clients: (ClientRef & { count: number })[];
    marks: { mark: Mark; count: number }[];
    /** For each of the requested `periods`, in order. */
    periods: { since: number; count: number }[];
  };
  index: IndexState;
}

/** A session's tape in at most 48 cells. Their widths are durations, with silence shortened. */
export interface Thumbnail {
  id: string;
  cells: {
    kind: Band['kind'] | 'human';
    /** 0 to 1: how much of it failed. */
    failed: number;
    /** 0 to 1: how much happened. */
    height: number;
    /** 0 to 1, of the whole tape. */
    width: number;
    /** A turn begins in it. */
    isStart: boolean;
  }[];
}

export interface TurnsPage {
  turns: TurnView[];
  /** The outlines of the same turns, so that they can be shown before the whole outline is loaded. */
  outlines: TurnOutline[];
  /** Null while only the beginning of a huge file is known. */
  total: number | null;
  revision: string;
  /** The lines before the first turn; only with `from=1`. */
  preamble: TurnView['items'];
}

export interface RawLine {
  line: number;
  byte: number;
  length: number;
  text: CutText;
}

/** The writers of lines of a diff, by hunk and line. */
export interface LineWriters {
  writers: {
    [place: `${number}.${number}`]: {
      session: string;
      agentId: string | null;
      title: string;
      turn: number;
      at: number | null;
    };
  };
}

export interface AgentHead extends AgentRef {
  /** The call that started it; null if unknown. */
  callId: string | null;
  startedAt: number | null;
  endedAt: number | null;
}

/** All optional but `q`. */
export interface SearchQuery {
  /** words, "phrases", word*, OR, NOT, parentheses */
  q: string;
  /** A project key. */
  project?: string;
  /** A session id. */
  session?: string;
  since?: number;
  until?: number;
  /** Other values of `since` to count matches for, comma-separated. */
  periods?: number[];
  /** Comma-separated: prompt, reply, thinking, input, output, summary, title, … */
  kind?: string;
  tool?: string;
  errors?: '1';
  agents?: 'only' | 'without';
  /** An agent, `claude` for Claude Code. */
  client?: string;
  tag?: string;
  sort?: 'rank' | 'time';
  /** 100 unless given, at most 500. */
  limit?: number;
}

export interface SearchPage {
  hits: SearchHit[];
  count: number;
  /** There are more than `count`. */
  isMore: boolean;
  /** Counts over all matches, of which `hits` is a part; minimums if `isMore`. */
  facets: {
    kinds: { kind: string; count: number }[];
    tools: { tool: string; count: number }[];
    projects: (ProjectRef & { count: number })[];
    clients: (ClientRef & { count: number })[];
    /** Outputs of failed calls, and matches in sub-agents. */
    errors: number;
    agents: number;
    /** For each of the requested `periods`, in order. */
    periods: { since: number; count: number }[];
  };
  sessions: {
    [id: string]: Pick<SessionRow, 'id' | 'title' | 'client' | 'project' | 'lastAt' | 'isGone' | 'isArchived'>;
  };
  index: IndexState;
}

export interface UsagePage {
  timeZone: string;
  now: number;
  /** Now, as `days` name it: 2026-01-31. */
  day: string;
  /** The time of the last use, regardless of the requested period, but not after now; null if there was none. */
  lastUsed: number | null;
  /** Of the requested period. */
  total: UsageSum;
  today: UsageSum;
  /** The last 7 days, today among them. */
  week: UsageSum;
  /** The last 30 days, today among them. */
  month: UsageSum;
  /** The 5-hour window that is running; null when none is. */
  window: (UsageSum & { start: number; end: number; tokensPerMinute: number }) | null;
  /** By day, each with its models; days without use are left out. `key` is 2026-01-31. */
  days: (UsageRow & { models: UsageRow[] })[];
  models: UsageRow[];
  /** `key` is the project key. */
  projects: (UsageRow & { project: ProjectRef })[];
  /** `key` is the agent's name. Of the whole time, whatever agent is asked for. */
  clients: (UsageRow & { label: string })[];
  /** The most expensive sessions, and those with most tokens; `key` is the id. */
  sessions: (UsageRow & { title: string; project: ProjectRef })[];
  /** Share of input that came from the cache, 0 to 1; null without input. */
  cacheHits: number | null;
  index: IndexState;
}
