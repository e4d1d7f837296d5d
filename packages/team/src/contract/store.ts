import type {
  Device,
  FileMark,
  Held,
  ListQuestion,
  ListScope,
  Piece,
  Quota,
  Read,
  SearchQuestion,
  SessionGroup,
  SessionKey,
  SharedSession,
  Stored,
  TeamResult,
  UsageQuestion,
  UsageRow,
} from './model.js';

/**
 * Stores a team's sessions. The service checks rights, limits and hashes; a store only keeps data and answers queries.
 * Every write is idempotent, and durable once its promise resolves.
 */
export interface TeamStore {
  /** The key that signs invitations: created once, and shared by all services on this store. */
  secret(): Promise<string>;

  putDevice(device: Device): Promise<void>;
  devices(): Promise<Device[]>;

  putSession(session: SharedSession): Promise<void>;
  /** Includes withdrawn sessions. */
  session(key: SessionKey): Promise<SharedSession | undefined>;
  /** Sessions with a complete transcript that are not withdrawn, newest first. Fewer than the limit means that no more follow. */
  list(question: ListQuestion): Promise<SharedSession[]>;
  /** Counts the sessions that a list has. `times` increase. */
  groups(question: { scope: ListScope; times: readonly number[] }): Promise<SessionGroup[]>;
  /**
   * Some sessions that are not withdrawn, including those that have arrived only in part: of one person, or those that
   * ended before a time (without times, the last push counts).
   */
  begun(question: { owner: string } | { before: number }, limit: number): Promise<SharedSession[]>;

  /** How much people store, or only this one. */
  stored(person?: string): Promise<Stored[]>;
  quotas(): Promise<Quota[]>;
  putQuota(quota: Quota): Promise<void>;

  /** Every file of a session that has arrived at least in part, and how much of its newest generation is stored. */
  held(key: SessionKey): Promise<Map<string, Held>>;
  /**
   * Appends what is new. Returns how much is stored afterwards; this is unchanged if the piece would leave a gap, or if
   * the session has been withdrawn or is now shared in another way.
   */
  append(piece: Piece, session: SharedSession): Promise<Held>;
  files(key: SessionKey): Promise<FileMark[]>;
  /** The bytes of a file, checked against its mark. Throws if no copy is intact. */
  read(mark: FileMark, session: SharedSession): AsyncIterable<Uint8Array>;

  /** Covers sessions shared as `team`. */
  search(question: SearchQuestion): Promise<TeamResult>;
  /** Covers sessions shared as `team` or `metrics`. */
  usage(question: UsageQuestion): Promise<UsageRow[]>;

  /** Removes a session's content. Call only after its row was marked as withdrawn. */
  removeContent(session: SharedSession): Promise<void>;
  /** Removes every trace of a session, as if it had never been shared. */
  forget(session: SharedSession): Promise<void>;
  /** Removes the record of what a person read, and of who read their sessions. */
  forgetReads(person: string): Promise<void>;

  addReads(reads: readonly Read[]): Promise<void>;
  /** Who read this person's sessions, latest first. At most 1000 that opened one, and as many that found one by a search. */
  readsOf(owner: string): Promise<Read[]>;
  /** The owners whose session with this id the reader has pulled, latest first. */
  pullsBy(reader: string, session: string): Promise<Read[]>;

  close(): Promise<void>;
}
