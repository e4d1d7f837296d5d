import type { JsonObject } from '@unspool/session';

/** What a session says of itself, whatever generation of opencode wrote it. */
export interface SessionInfo {
  id: string;
  /** The session that started it as a sub-agent. */
  parent: string | undefined;
  directory: string | undefined;
  title: string | undefined;
  /** Of the client. */
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
  /** When the messages of a session were made, in their order. */
  messageTimes(session: string): number[];
  messages(session: string): Iterable<StoredMessage>;
}
