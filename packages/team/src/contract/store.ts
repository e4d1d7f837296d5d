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
 * Where a team's sessions are. The service checks rights, limits and hashes; a store keeps and answers.
 * Every write may be repeated: the second time changes nothing. A write is durable when its promise resolves.
 */
export interface TeamStore {
  /** The key of invitations: made once, the same for every service on this store. */
  secret(): Promise<string>;

  putDevice(device: Device): Promise<void>;
  devices(): Promise<Device[]>;

  putSession(session: SharedSession): Promise<void>;
  /** Also withdrawn ones. */
  session(key: SessionKey): Promise<SharedSession | undefined>;
  /** Sessions whose transcript is whole and not withdrawn; the newest first. */
  sessions(): Promise<SharedSession[]>;
  /** Every session that is not withdrawn, also those of which only a part has arrived. */
  begunSessions(): Promise<SharedSession[]>;

  /** Every file of a session that has arrived at least in part, with what is held of its newest generation. */
  held(key: SessionKey): Promise<Map<string, Held>>;
  /**
   * Appends what is new. Returns what is held afterwards, which is unchanged when the piece would leave a gap, or when the
   * session was withdrawn or is shared in another way by now.
   */
  append(piece: Piece, session: SharedSession): Promise<Held>;
  files(key: SessionKey): Promise<FileMark[]>;
  /** The bytes of a file, checked against its mark. Throws when no copy of them is intact. */
  read(mark: FileMark, session: SharedSession): AsyncIterable<Uint8Array>;

  /** Over sessions shared as `team`. */
  search(question: SearchQuestion): Promise<TeamResult>;
  /** Over sessions shared as `team` or `metrics`. */
  usage(question: UsageQuestion): Promise<UsageRow[]>;

  /** Removes a session's content. Its row must say that it is withdrawn before this is called. */
  removeContent(session: SharedSession): Promise<void>;
  /** As if it had never been shared. */
  forget(session: SharedSession): Promise<void>;
  /** Removes what is known of a person's reading. */
  forgetReads(person: string): Promise<void>;

  addRead(read: Read): Promise<void>;
  /** Who read this person's sessions, the newest first. */
  readsOf(owner: string): Promise<Read[]>;
  /** Whose session of this id the reader has pulled, the last one first. */
  pullsBy(reader: string, session: string): Promise<Read[]>;

  close(): Promise<void>;
}
