import type { SessionIds } from '../graph/session.js';
import type { JsonWalk } from './json-walk.js';
import type { KnownTexts } from './known-texts.js';

const UUID = Buffer.from('"uuid"');
const SESSION_ID = Buffer.from('"sessionId"');
const UUID_LENGTH = 36;
const QUOTE = 34;

/** Gathers the ids that lines hold, at any depth, as they go by. */
export class IdsSeen implements SessionIds {
  readonly uuids = new Set<string>();
  readonly sessions = new Set<string>();
  private lastSession: string | undefined;

  constructor(private readonly texts: KnownTexts) {}

  /** Of a line that was walked through. `own` is its node's, which need not be kept a second time. */
  addWalked({ bytes, uuidsAt, sessionIdsAt }: JsonWalk, own: string | undefined): void {
    for (const at of uuidsAt) {
      const uuid = this.idAt(bytes, at);
      if (uuid !== undefined && uuid !== own) this.uuids.add(uuid);
    }
    for (const at of sessionIdsAt) {
      const session = this.idAt(bytes, at);
      if (session === undefined || session === this.lastSession) continue;
      this.sessions.add(session);
      this.lastSession = session;
    }
  }

  /** Of bytes nobody has looked at. */
  addBytes(bytes: Buffer, start: number, end: number): void {
    forEachId({ bytes, start, end }, UUID, (uuid) => this.uuids.add(uuid));
    forEachId({ bytes, start, end }, SESSION_ID, (session) => this.sessions.add(session));
  }

  private idAt(bytes: Buffer, at: number): string | undefined {
    const close = at + 1 + UUID_LENGTH;
    return bytes[at] === QUOTE && bytes.indexOf(QUOTE, at + 1) === close
      ? this.texts.at(bytes, at, close + 1)
      : undefined;
  }
}

interface Stretch {
  bytes: Buffer;
  start: number;
  end: number;
}

/** The values of members with this name, key with quotes, that are as long as an id. */
export function forEachId({ bytes, start, end }: Stretch, key: Buffer, take: (id: string) => void): void {
  const own = bytes.subarray(start, end);
  for (let at = own.indexOf(key); at >= 0; at = own.indexOf(key, at + 1)) {
    const open = own.indexOf(QUOTE, at + key.length);
    const close = own.indexOf(QUOTE, open + 1);
    if (open >= 0 && close - open === UUID_LENGTH + 1) take(own.toString('latin1', open + 1, close));
  }
}
