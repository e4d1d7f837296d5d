import type {
  Device,
  FileMark,
  Held,
  Piece,
  Read,
  SearchQuestion,
  SessionKey,
  SharedSession,
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
  /** Sessions with a complete transcript that are not withdrawn, newest first. */
  sessions(): Promise<SharedSession[]>;
  /** Every session that is not withdrawn, including those that have arrived only in part. */
  begunSessions(): Promise<SharedSession[]>;

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

  addRead(read: Read): Promise<void>;
  /** Who read this person's sessions, latest first. */
  readsOf(owner: string): Promise<Read[]>;
  /** The owners whose session with this id the reader has pulled, latest first. */
  pullsBy(reader: string, session: string): Promise<Read[]>;

  close(): Promise<void>;
}
