import type { UuidSet } from './uuid-set.js';

const DASH = 45;
const LENGTH = 36;
/** Dashed like a UUID, whatever the other characters are. Such an id can be found in bytes. */
const FINDABLE = /^[!-~]{8}-[!-~]{4}-[!-~]{4}-[!-~]{4}-[!-~]{12}$/;
const DASHES = /-[!-~]{4}-[!-~]{4}-[!-~]{4}-/;

/** Whether a text contains something that could be an id. */
export function couldContainId(text: string): boolean {
  return DASHES.test(text);
}

/**
 * Replaces old ids with new ones, in bytes. All UUIDs have the same length, so nothing else on a line changes. An id is
 * replaced wherever it occurs, also in references of unknown kinds and in paths of side files.
 *
 * A line's new uuid is the old one XOR a random key, so that only the old ones are kept: a table of new ones takes 35 MB
 * more for 50,000 lines.
 */
export class IdMap {
  private readonly sessions = new Map<string, string>();
  /** Session ids that could be any word and so are not replaced in bytes: see odd-ids. */
  readonly odd = new Map<string, string>();
  /** Whether any line may write an id with escapes, which a byte search does not find. */
  mayHide = false;
  private readonly key: Uint8Array;

  /** `lines`: the uuids of lines, each of which gets a replacement. */
  constructor(
    readonly newUuid: () => string,
    private readonly lines: UuidSet,
  ) {
    this.key = keyOf(newUuid());
  }

  set(sessionId: string, newId: string): void {
    if (newId.length === LENGTH) (FINDABLE.test(sessionId) ? this.sessions : this.odd).set(sessionId, newId);
  }

  /** Replaces in place. */
  replaceIn(bytes: Buffer): void {
    for (let at = nextUuid(bytes, 0); at >= 0; at = nextUuid(bytes, at + 1)) {
      const session = this.sessions.get(idAt(bytes, at));
      if (session !== undefined) bytes.write(session, at, 'latin1');
      else if (this.lines.has(bytes, at)) this.encode(bytes, at);
      else continue;
      at += LENGTH - 1;
    }
  }

  occursIn(bytes: Buffer): boolean {
    for (let at = nextUuid(bytes, 0); at >= 0; at = nextUuid(bytes, at + 1)) {
      if (this.lines.has(bytes, at) || this.sessions.has(idAt(bytes, at))) return true;
    }
    return false;
  }

  private encode(bytes: Buffer, at: number): void {
    for (let index = 0; index < LENGTH; index++) {
      const byte = bytes[at + index] ?? 0;
      if (byte !== DASH) bytes[at + index] = DIGITS[digitOf(byte) ^ (this.key[index] ?? 0)] ?? 0;
    }
  }
}

const DIGITS = Buffer.from('0123456789abcdef');
const VERSION = 14;
const VARIANT = 19;

/** Returns the key for a UUID; 0 for the digits that encode its version and variant, which stay. */
function keyOf(uuid: string): Uint8Array {
  const key = Uint8Array.from(Buffer.from(uuid, 'latin1'), (byte) => (byte === DASH ? 0 : digitOf(byte)));
  key[VERSION] = 0;
  key[VARIANT] = 0;
  return key;
}

/** The value of a hexadecimal digit in either case. */
function digitOf(byte: number): number {
  return byte < 58 ? byte - 48 : (byte & 15) + 9;
}

/** The offset of the next text with the dashes of a UUID, or -1. */
function nextUuid(bytes: Buffer, from: number): number {
  for (let dash = bytes.indexOf(DASH, from + 8); dash >= 0; dash = bytes.indexOf(DASH, dash + 1)) {
    if (bytes[dash + 5] === DASH && bytes[dash + 10] === DASH && bytes[dash + 15] === DASH) return dash - 8;
  }
  return -1;
}

function idAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + LENGTH);
}
