import { decode } from './decode.js';

const SLOTS = 4096;
const LONGEST = 63;
const WIDTH = LONGEST + 1;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Strings of a file, each created only once while it recurs soon: ids, types, names. They are looked up by their bytes,
 * so a known string costs neither a new string nor a search. A slot is taken over by the next text that hashes to it.
 */
export class KnownTexts {
  private readonly bytes = new Uint8Array(SLOTS * WIDTH);
  private readonly lengths = new Uint8Array(SLOTS);
  private readonly texts: string[] = new Array(SLOTS).fill('');

  /** Returns the string at [start, end), quotes included; undefined if there is no string. */
  at(bytes: Buffer, start: number, end: number): string | undefined {
    if (start === 0 || bytes[start] !== QUOTE) return undefined;
    const from = start + 1;
    const length = end - 1 - from;
    if (length > LONGEST || length < 1) return read(bytes, start, end);
    const slot = slotOf(bytes, from, length);
    if (this.lengths[slot] === length && this.isIn(slot, bytes, from, length)) return this.texts[slot];
    const text = read(bytes, start, end);
    this.lengths[slot] = length;
    for (let index = 0; index < length; index++) this.bytes[slot * WIDTH + index] = bytes[from + index] ?? 0;
    this.texts[slot] = text;
    return text;
  }

  private isIn(slot: number, bytes: Buffer, from: number, length: number): boolean {
    const own = this.bytes;
    const at = slot * WIDTH;
    for (let index = 0; index < length; index++) if (own[at + index] !== bytes[from + index]) return false;
    return true;
  }
}

/** Hashes the end of the text, because ids differ there. */
function slotOf(bytes: Buffer, from: number, length: number): number {
  const last = from + length - 1;
  let hash = length;
  for (let index = 0; index < 6; index++) hash = (hash * 31 + (bytes[last - index] ?? 0)) | 0;
  return (hash ^ (hash >>> 13)) & (SLOTS - 1);
}

function read(bytes: Buffer, start: number, end: number): string {
  return isPlainAscii(bytes, start, end)
    ? bytes.toString('latin1', start + 1, end - 1)
    : JSON.parse(decode(bytes, start, end));
}

/** True for bytes without escapes or multi-byte characters. */
function isPlainAscii(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > 2 * LONGEST) return false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH || byte > 127) return false;
  }
  return true;
}
