import type { SearchKind } from '@unspool/session/facts';

/** `viewer` sees numbers only. */
export type Role = 'member' | 'admin' | 'viewer';
export const ROLES: readonly Role[] = ['member', 'admin', 'viewer'];

/**
 * Who sees a session. `team`: everybody except viewers. `metrics`: everybody, but only its numbers, since only numbers
 * were sent. `own`: its owner's devices.
 */
export type Visibility = 'team' | 'metrics' | 'own';
export const VISIBILITIES: readonly Visibility[] = ['team', 'metrics', 'own'];

export interface Device {
  id: string;
  person: string;
  role: Role;
  name: string;
  tokenSha256: string;
  joinedAt: number;
  isRevoked: boolean;
}

export interface SessionKey {
  owner: string;
  session: string;
}

/** What a list shows about a session, as described by its owner's laptop. */
export interface SessionFacts {
  title: string;
  /** A name, never a path. */
  project: string;
  /** For `pull`: the folder it was started in, and its owner's home. Empty for `metrics`. */
  cwd: string;
  home: string;
  platform: string;
  slug: string;
  branch: string;
  /** Milliseconds; 0 when unknown. */
  startedAt: number;
  endedAt: number;
  turns: number;
}

export interface SharedSession extends SessionKey, SessionFacts {
  visibility: Visibility;
  isWithdrawn: boolean;
  /** The person whose session this copy was pulled from; empty for an original. */
  copyOf: string;
  /** Replies up to this time are the original author's. 0 for an original. */
  copiedAt: number;
  version: number;
}

export interface FileKey extends SessionKey {
  /** As in a packed session: `project/ID.jsonl`, `project/ID/subagents/agent-x.jsonl`. */
  file: string;
}

/** Some whole lines of a transcript, or blocks of another file. */
export interface Piece extends FileKey {
  generation: number;
  offset: number;
  bytes: Buffer;
  /** After this piece the file is complete, so readers may see it. */
  isWhole: boolean;
  /** Hash of the file up to the end of this piece. */
  sha256: string;
  /** Fixed when the piece is queued, so that a repeated push is identical. */
  version: number;
}

export interface Held {
  generation: number;
  bytes: number;
}

/** A file that readers can see. It is always complete. */
export interface FileMark extends FileKey, Held {
  sha256: string;
}

/** `search`: the reader saw passages of it in a search. Recorded once a day, at the start of the day. */
export interface Read extends SessionKey {
  at: number;
  reader: string;
  verb: 'show' | 'pull' | 'search';
}

/** With the session's title, or null if it is no longer shared. */
export interface TitledRead extends Read {
  title: string | null;
}

/** Which sessions a person may list: their own, and everybody's if `isAll`, unless they are shared as `own`. */
export interface ListScope {
  person: string;
  isAll: boolean;
}

/** A place in a list, which is sorted by time, newest first. */
export interface ListPlace extends SessionKey {
  endedAt: number;
}

export interface SessionFilter {
  person?: string | undefined;
  project?: string | undefined;
  since?: number | undefined;
}

export interface ListQuestion extends SessionFilter {
  scope: ListScope;
  /** The start of a session's id. */
  id?: string | undefined;
  /** Where the page before this one ended. */
  after?: ListPlace | undefined;
  limit: number;
}

/** Sessions of one person in one project whose last turn is at or after equally many of the given times. */
export interface SessionGroup {
  person: string;
  project: string;
  reached: number;
  count: number;
}

export interface SessionCounts {
  total: number;
  people: { name: string; count: number }[];
  projects: { name: string; count: number }[];
  /** For each of `times`, how many sessions have ended since. */
  since: number[];
}

/** How much a person may store. Undefined means no limit. `person` is empty in the quota of everybody without one of their own. */
export interface Quota {
  person: string;
  bytes?: number | undefined;
  sessions?: number | undefined;
}

/** How much a person stores. */
export interface Stored {
  person: string;
  bytes: number;
  sessions: number;
}

export interface SearchQuestion {
  text: string;
  limit: number;
  person?: string | undefined;
  project?: string | undefined;
  since?: number | undefined;
}

export interface TeamHit extends SessionKey {
  title: string;
  project: string;
  /** Null if the hit is in the session itself. */
  agentId: string | null;
  /** Where the line begins in its file. */
  byte: number;
  kind: SearchKind;
  tool: string;
  time: number;
  snippet: { text: string; ranges: { start: number; end: number }[] };
}

export interface TeamResult {
  hits: TeamHit[];
  count: number;
  isMore: boolean;
  people: { name: string; count: number }[];
  projects: { name: string; count: number }[];
}

export interface UsageQuestion {
  since?: number | undefined;
  until?: number | undefined;
  /** An IANA name. Days are counted in this time zone. */
  timeZone: string;
}

/** Usage of one day, for replies that are billed alike. */
export interface UsageRow {
  day: string;
  person: string;
  project: string;
  model: string;
  isFast: boolean;
  isUs: boolean;
  isOver: boolean;
  isAgent: boolean;
  replies: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
  webSearches: number;
}
