import { RawValue } from '@unspool/session';
import type { RawText } from '../span/raw-text.js';
import { EscapeKernel } from './escape-kernel.js';

/**
 * Spans in JSON, as bytes, one behind the other. What a tool was given and what it said stands in a span twice, under
 * the names of both conventions: the second time it is copied.
 */
export class JsonBytes {
  private kernel = new EscapeKernel();
  private end = 0;
  private text = '';
  /** Few: to look through them takes less than to make a key of a long text. */
  private longs: Piece[] = [];
  private start = 0;

  add(json: string): void {
    this.text += json;
  }

  /** As a JSON string. */
  addLong(value: string): void {
    this.flush();
    if (this.repeats(value)) return;
    const start = this.end;
    this.end = this.kernel.escape(value, start);
    this.longs.push({ value, start, length: this.end - start });
  }

  /** The same of what stands in a transcript: it is written there as it is written here. */
  addRaw(value: RawText): void {
    this.flush();
    if (this.repeats(value)) return;
    const start = this.end;
    if (value.kind === 'json') this.text += '"';
    for (const piece of value.pieces) {
      if (!(piece instanceof RawValue)) this.text += value.kind === 'json' ? piece.quoted : piece.json;
      else {
        this.flush();
        const { kernel, end } = this;
        this.end =
          value.kind === 'json' ? kernel.requote(piece.bytes, piece, end) : kernel.copy(piece.bytes, piece, end);
      }
    }
    if (value.kind === 'json') this.text += '"';
    this.flush();
    this.longs.push({ value, start, length: this.end - start });
  }

  private repeats(value: string | RawText): boolean {
    const known = this.longs.find((piece) => piece.value === value);
    if (!known) return false;
    this.kernel.makeRoom(this.end + known.length);
    this.kernel.bytes.copyWithin(this.end, known.start, known.start + known.length);
    this.end += known.length;
    return true;
  }

  /** What was added since the last cut is one piece: its length, and a mark that is another one if anything in it is. */
  cut(): { length: number; mark: string } {
    this.flush();
    const { start, end } = this;
    this.start = end;
    this.longs = [];
    return { length: end - start, mark: this.kernel.mark(start, end) };
  }

  /** All pieces in memory of their own, and a new beginning. */
  take(): Buffer<ArrayBuffer> {
    const bytes = Buffer.allocUnsafeSlow(this.end);
    this.kernel.bytes.copy(bytes, 0, 0, this.end);
    if (this.kernel.bytes.length > MOST_KEPT) this.kernel = new EscapeKernel();
    this.start = 0;
    this.end = 0;
    return bytes;
  }

  private flush(): void {
    const { text, kernel } = this;
    if (text === '') return;
    kernel.makeRoom(this.end + text.length * MOST_A_UNIT);
    this.end += kernel.bytes.write(text, this.end);
    this.text = '';
  }
}

interface Piece {
  value: string | RawText;
  start: number;
  length: number;
}

/** Bytes of UTF-8 that a unit of UTF-16 can take. */
const MOST_A_UNIT = 3;
/** Its memory does not shrink. */
const MOST_KEPT = 32 * 1024 * 1024;
