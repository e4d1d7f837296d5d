import type { SearchKind } from '@unspool/session/facts';

/** `viewer` sees numbers only. */
export type Role = 'member' | 'admin' | 'viewer';
export const ROLES: readonly Role[] = ['member', 'admin', 'viewer'];

/**
 * Who sees a session: `team` everybody who is not a viewer; `metrics` only its numbers, because only numbers were sent;
 * `own` its owner's devices.
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

/** What a list shows about a session, as its owner's laptop described it. */
export interface SessionFacts {
  title: string;
  /** A name, never a path. */
  project: string;
  /** The folder it was started in, and its owner's home: for `pull`. Empty for `metrics`. */
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
  /** Whose session this is a pulled copy of; empty for an original. */
  copyOf: string;
  /** Until then its replies are the author's. 0 for an original. */
  copiedAt: number;
  version: number;
}

export interface FileKey extends SessionKey {
  /** As in a packed session: `project/ID.jsonl`, `project/ID/subagents/agent-x.jsonl`. */
  file: string;
}

/** Some whole lines of a file, or blocks of a file that has no lines. */
export interface Piece extends FileKey {
  generation: number;
  offset: number;
  bytes: Buffer;
  /** Readers may see the file as it is after this piece. */
  isWhole: boolean;
  /** Of the file up to the end of this piece. */
  sha256: string;
  /** Fixed when the piece was queued, so that a repeated push is the same push. */
  version: number;
}

export interface Held {
  generation: number;
  bytes: number;
}

/** A file that readers can see: always whole. */
export interface FileMark extends FileKey, Held {
  sha256: string;
}

export interface Read extends SessionKey {
  at: number;
  reader: string;
  verb: 'show' | 'pull';
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
  /** Null when it is in the session itself. */
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
  /** An IANA name: days are those of this time zone. */
  timeZone: string;
}

/** Usage of replies that are billed alike, of one day. */
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
