import type { SessionIds } from '../graph/session.js';
import type { KnownTexts } from './known-texts.js';
import { At, type OutlineKernel } from './outline-kernel.js';

const UUID = Buffer.from('"uuid"');
const SESSION_ID = Buffer.from('"sessionId"');
const UUID_LENGTH = 36;
const QUOTE = 34;

/** Gathers the ids that lines hold, at any depth, as they go by. */
export class IdsSeen implements SessionIds {
  readonly uuids = new Set<string>();
  readonly sessions = new Set<string>();

  constructor(private readonly texts: KnownTexts) {}

  /** Of a line that was walked through. `own` is its node's, which need not be kept a second time. */
  addWalked(kernel: OutlineKernel, record: number, own: string | undefined): void {
    const { words } = kernel;
    const facts = record + At.facts;
    for (let index = 0; index < (words[facts + 7] ?? 0); index++) {
      const uuid = this.idAt(kernel, kernel.listed(words[facts + 8] ?? 0, index));
      if (uuid !== undefined && uuid !== own) this.uuids.add(uuid);
    }
    for (let index = 0; index < (words[facts + 9] ?? 0); index++) {
      const session = this.idAt(kernel, kernel.listed(words[facts + 10] ?? 0, index));
      if (session !== undefined) this.sessions.add(session);
    }
  }

  /** Of bytes nobody has looked at. */
  addBytes(bytes: Buffer, start: number, end: number): void {
    forEachId({ bytes, start, end }, UUID, (uuid) => this.uuids.add(uuid));
    forEachId({ bytes, start, end }, SESSION_ID, (session) => this.sessions.add(session));
  }

  private idAt({ bytes }: OutlineKernel, at: number): string | undefined {
    return this.texts.at(bytes, at, at + UUID_LENGTH + 2);
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
