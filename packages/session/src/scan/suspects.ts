import { isAt } from './json-bytes.js';

const GLUED = Buffer.from('}{"');
const NUL = Buffer.from([0]);
/** The end of `"parentUuid"` and `"leafUuid"`. Its first letter is rare, so that looking for it costs little. */
const UUID_KEY = Buffer.from('Uuid"');
const SESSION_ID = Buffer.from('"sessionId":"');
const SIDE_LINE = Buffer.from('{"type":"');
const LONGEST_SIDE_LINE = 400;

/**
 * Tells lines on which more than one object may stand: glued together, or behind a torn one. The marks cannot be part
 * of a string, where their quotes would be escaped; a sound line that has them all the same is parsed, which is slow
 * but right.
 */
export class Suspects {
  private readonly bytes: Buffer;
  private readonly end: number;
  private nul: number;
  private uuidKey: number;

  constructor(bytes: Buffer, start: number, end: number) {
    // What lies behind `end` is left over from an earlier stretch.
    this.bytes = bytes.subarray(0, end);
    this.end = end;
    this.nul = this.find(NUL, start);
    this.uuidKey = this.find(UUID_KEY, start);
  }

  /** Lines are asked for in order. */
  isDoubtful(start: number, stop: number): boolean {
    while (this.nul < start) this.nul = this.find(NUL, this.nul + 1);
    const keys = this.uuidKeys(stop);
    if (this.nul < stop || keys > 1) return true;
    // Titles and queued prompts have no such key. Behind a long line they show by the session they end with; short
    // lines are few bytes, and are looked through.
    if (stop - start > LONGEST_SIDE_LINE) return this.endsWithSecondSessionId(start, stop);
    return this.bytes.subarray(start, stop).includes(GLUED);
  }

  private uuidKeys(stop: number): number {
    let count = 0;
    for (; this.uuidKey < stop; this.uuidKey = this.find(UUID_KEY, this.uuidKey + 1)) count++;
    return count;
  }

  /** A long side line, such as the last prompt, ends with its own. */
  private endsWithSecondSessionId(start: number, stop: number): boolean {
    const at = stop - 38 - SESSION_ID.length;
    return (
      at > 0 && isAt(this.bytes, at, SESSION_ID) && !(isAt(this.bytes, start, SIDE_LINE) && this.isFirst(start, at))
    );
  }

  private isFirst(start: number, at: number): boolean {
    return this.bytes.indexOf(SESSION_ID, start) === at;
  }

  private find(mark: Buffer, from: number): number {
    const at = this.bytes.indexOf(mark, from);
    return at < 0 ? this.end : at;
  }
}
