import { hash } from 'node:crypto';

/**
 * JSON that grows as bytes. What a tool was given and what it said stands in a span twice, under the names of both
 * conventions: the second time it is copied, and it counts for the mark once.
 */
export class JsonBytes {
  /** Each long text once; `repeats` says where it stands again. */
  private space = Buffer.allocUnsafe(16 * 1024);
  private end = 0;
  private text = '';
  private readonly longs = new Map<string, Piece>();
  private repeats: (Piece & { at: number })[] = [];
  private repeated = 0;

  add(json: string): void {
    this.text += json;
  }

  /** As a JSON string. */
  addLong(value: string): void {
    this.flush();
    const known = this.longs.get(value);
    if (known) {
      this.repeats.push({ ...known, at: this.end });
      this.repeated += known.length;
      return;
    }
    const start = this.end;
    this.write(JSON.stringify(value));
    this.longs.set(value, { start, length: this.end - start });
  }

  /** All of it, and a new beginning. */
  take(): { bytes: Buffer; mark: string } {
    this.flush();
    const { end } = this;
    const bytes = this.whole();
    for (const { start, length, at } of this.repeats) this.write(` ${at} ${start} ${length}`);
    const mark = markOf(this.space.subarray(0, this.end));
    this.forget(end);
    return { bytes, mark };
  }

  private whole(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.end + this.repeated);
    let from = 0;
    let to = 0;
    for (const { start, length, at } of this.repeats) {
      to += this.space.copy(bytes, to, from, at);
      to += this.space.copy(bytes, to, start, start + length);
      from = at;
    }
    this.space.copy(bytes, to, from, this.end);
    return bytes;
  }

  private forget(used: number): void {
    if (used > MOST_KEPT) this.space = Buffer.allocUnsafe(16 * 1024);
    this.end = 0;
    this.longs.clear();
    this.repeats = [];
    this.repeated = 0;
  }

  private flush(): void {
    if (this.text !== '') this.write(this.text);
    this.text = '';
  }

  private write(text: string): void {
    const most = this.end + text.length * 3;
    if (most > this.space.length) {
      const larger = Buffer.allocUnsafe(most * 2);
      this.space.copy(larger, 0, 0, this.end);
      this.space = larger;
    }
    this.end += this.space.write(text, this.end);
  }
}

interface Piece {
  start: number;
  length: number;
}

const MOST_KEPT = 8 * 1024 * 1024;
const MARK_DIGITS = 22;

function markOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url').slice(0, MARK_DIGITS);
}
