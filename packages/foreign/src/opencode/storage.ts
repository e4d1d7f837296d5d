import type { JsonObject } from '@unspool/session';

/** A session's metadata, whichever version of opencode wrote it. */
export interface SessionInfo {
  id: string;
  /** The session that started it as a sub-agent. */
  parent: string | undefined;
  directory: string | undefined;
  title: string | undefined;
  /** The client's version. */
  version: string | undefined;
  /** Milliseconds. */
  created: number;
}

export interface StoredMessage {
  info: JsonObject;
  parts: JsonObject[];
}

/** Where sessions are: a database, a folder of JSON files, or an exported file. */
export interface Storage {
  sessions(): readonly SessionInfo[];
  /** The times of a session's messages, in order. */
  messageTimes(session: string): number[];
  messages(session: string): Iterable<StoredMessage>;
}
