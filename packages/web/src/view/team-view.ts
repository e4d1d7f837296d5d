import type { SearchHit } from './search-hit.js';
import type { UsageRow, UsageSum } from './usage-view.js';

/** The team this machine is part of. */
export interface TeamMember {
  team: string;
  person: string;
  role: 'member' | 'admin' | 'viewer';
}

/** A shared session in the team's list. */
export interface TeamRow {
  /** `PERSON~SESSION`: the id of a shared session wherever one names a session. */
  id: string;
  person: string;
  /** Empty when only its numbers are shared. */
  title: string;
  project: string;
  branch: string | null;
  startedAt: number | null;
  lastAt: number | null;
  turns: number;
  /** `metrics`: there is nothing to open. `own`: this person's machines only. */
  visibility: 'team' | 'metrics' | 'own';
  /** Whose session it is a pulled copy of. */
  copyOf: string | null;
}

export interface Counted {
  name: string;
  count: number;
}

/** All optional. */
export interface TeamSessionsQuery {
  person?: string;
  project?: string;
  since?: number;
  /** Other times from which on it could be, to be counted. */
  periods?: number[];
  /** 200 unless given, at most 1000. */
  limit?: number;
  /** `next` of the page before. */
  after?: string;
}

export interface TeamSessionsPage {
  rows: TeamRow[];
  /** Where the next page begins; null on the last one. */
  next: string | null;
  /** Of all pages. */
  total: number;
  /** Each counts what the other filters leave. */
  facets: { people: Counted[]; projects: Counted[]; periods: { since: number; count: number }[] };
}

export interface TeamSearchPage {
  /** Their `turn` is 0: ask for it with `/turn-at` when one is opened. */
  hits: SearchHit[];
  count: number;
  isMore: boolean;
  facets: { people: Counted[]; projects: Counted[] };
  sessions: { [id: string]: Pick<TeamRow, 'id' | 'title' | 'project' | 'person'> };
}

export interface TeamUsagePage {
  timeZone: string;
  /** Today, as `days` name it: 2026-01-31. */
  day: string;
  total: UsageSum;
  /** By day, each with its models; days without use are left out. */
  days: (UsageRow & { models: UsageRow[] })[];
  people: UsageRow[];
  projects: UsageRow[];
  models: UsageRow[];
}

/** Somebody opened or pulled a session of this person, or saw passages of it in a search on that day. */
export interface TeamRead {
  at: number;
  reader: string;
  verb: 'show' | 'pull' | 'search';
  id: string;
  /** Null when the session is no longer shared. */
  title: string | null;
  /** With `search`: how many more sessions this reader found on that day. */
  others: number;
}

/** A shared session that was put where the client resumes it. */
export interface TeamPulled {
  /** Of the session on this machine. */
  id: string;
  folder: string;
  command: string;
  undo: string;
}
