/** Lines that take part in the graph carry these. Every one but `type` has been seen missing. */
export interface GraphEntry {
  uuid?: string;
  parentUuid?: string | null;
  timestamp?: string;
  sessionId?: string;
  isSidechain?: boolean;
  userType?: string;
  cwd?: string;
  version?: string;
  gitBranch?: string;
  slug?: string;
  entrypoint?: string;
  agentId?: string;
  isMeta?: boolean;
  isVirtual?: boolean;
  forkedFrom?: { sessionId: string; messageUuid: string };
  session_id?: string;
}

export const graphFields = [
  'type',
  'uuid',
  'parentUuid',
  'timestamp',
  'sessionId',
  'isSidechain',
  'userType',
  'cwd',
  'version',
  'gitBranch',
  'slug',
  'entrypoint',
  'agentId',
  'isMeta',
  'isVirtual',
  'forkedFrom',
  'session_id',
] as const;

/** What the entry types list as known and what they declare must be the same set; this type says so to the compiler. */
export type KnownFields<E> = readonly Extract<keyof E, string>[];
