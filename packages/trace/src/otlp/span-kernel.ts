import { loadWasm } from '../load-wasm.js';
import { fixedTexts, numberOf } from '../span/fixed-text.js';

const PAGE = 64 * 1024;
const MB = 1024 * 1024;

// Where things stand in memory. The same numbers as in assembly/span-bytes.ts; what is not touched costs nothing.
const ENDS = 1024 >> 2;
const FIXED = 2048 >> 2;
const MOST_FIXED = 1024;
const FIXED_TEXTS = 2048 + MOST_FIXED * 8;
const TURN_TEXTS = 48 * 1024;
/** Not right at a page: reading into it would be several times slower. */
const ROOM = PAGE + 64;
/** From the end of the room on. */
const PIECES = 4096 - 64;
const PIECES_BYTES = MB;
const FACTS = PIECES + PIECES_BYTES;
const FACTS_BYTES = MB;
const TEXT = FACTS + FACTS_BYTES;
const TEXT_BYTES = 8 * MB;
/** Memory that is asked for begins a little behind a page: to copy to there from right at a page takes four times as long. */
const SPANS = TEXT + TEXT_BYTES + 64;
const SPANS_BYTES = 16 * MB;
/** It looks at and writes up to 64 bytes at a time. */
const SLACK = 4096;

/** Bytes of UTF-8 that a unit of UTF-16 can take. */
const MOST_A_UNIT = 3;

type Assemble = (text: number, pieces: number, facts: number, to: number) => number;

/** Memory that never moves, for files to be read into and for spans to be put together from what stands in them. */
export class SpanKernel {
  /** For files. */
  readonly room: Buffer<ArrayBuffer>;
  /** Two numbers for each piece of a transcript. */
  readonly pieces: Uint32Array;
  private readonly bytes: Buffer<ArrayBuffer>;
  private readonly words: Uint32Array;
  private readonly run: Assemble;
  private knownFixed = 0;
  private fixedEnd = FIXED_TEXTS;
  private turnEnd = TURN_TEXTS;
  private readonly roomEnd: number;

  /** Much memory at once makes V8 clean up at once: `roomBytes` is no more than what is needed. */
  constructor(roomBytes: number) {
    this.roomEnd = ROOM + Math.ceil(roomBytes / PAGE) * PAGE;
    const size = this.roomEnd + SPANS + SPANS_BYTES + SLACK;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(size / PAGE) });
    const { exports } = new WebAssembly.Instance(compiled(), { env: { memory } });
    this.run = exports['assemble'] as Assemble;
    this.bytes = Buffer.from(memory.buffer);
    this.words = new Uint32Array(memory.buffer);
    this.room = this.bytes.subarray(ROOM, this.roomEnd);
    this.pieces = new Uint32Array(memory.buffer, this.roomEnd + PIECES, PIECES_BYTES >> 2);
  }

  /** Whether some bytes stand in its memory. */
  holds(bytes: Buffer): boolean {
    return bytes.buffer === this.bytes.buffer;
  }

  /** What a sign stands for from now on, in the place of all such before. False when it is too long for that. */
  setTurnText(sign: string, text: string): boolean {
    if (this.turnEnd + text.length * MOST_A_UNIT > PAGE) return false;
    this.turnEnd = this.put(numberOf(sign), text, this.turnEnd);
    return true;
  }

  /** Before those of the next turn are set. */
  forgetTurn(): void {
    this.turnEnd = TURN_TEXTS;
  }

  private learnFixed(): void {
    for (; this.knownFixed < fixedTexts.length; this.knownFixed++) {
      const text = fixedTexts[this.knownFixed];
      if (text === undefined) continue;
      if (this.fixedEnd + text.length > TURN_TEXTS || this.knownFixed >= MOST_FIXED) throw new Error('too many texts');
      this.fixedEnd = this.put(this.knownFixed, text, this.fixedEnd);
    }
  }

  private put(number: number, text: string, at: number): number {
    const end = at + this.bytes.write(text, at);
    this.words[FIXED + number * 2] = at;
    this.words[FIXED + number * 2 + 1] = end;
    return end;
  }

  /** Puts a text together with its pieces; gives the spans, which stand here until the next, and a line for each. */
  assemble(text: string): { spans: Buffer<ArrayBuffer>; facts: string } {
    const { bytes, roomEnd } = this;
    if (this.knownFixed < fixedTexts.length) this.learnFixed();
    if (text.length * MOST_A_UNIT >= TEXT_BYTES) throw new Error('a span is larger than attributes can be');
    const [at, facts, spans] = [roomEnd + TEXT, roomEnd + FACTS, roomEnd + SPANS];
    bytes[at + bytes.write(text, at)] = ALL_END;
    const end = this.run(at, roomEnd + PIECES, facts, spans);
    return { spans: bytes.subarray(spans, end), facts: bytes.toString('latin1', facts, this.words[ENDS]) };
  }
}

const ALL_END = 5;

const compiled = () => loadWasm(new URL('../../assembly/span-bytes.wasm', import.meta.url));
