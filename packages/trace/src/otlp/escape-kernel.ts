import { loadWasm } from '../load-wasm.js';

const PAGE = 64 * 1024;
const FIRST_PAGES = 16;
/** How many bytes a character can take: `\u001b`. */
const MOST_A_CHARACTER = 6;
/** Sixteen bytes are written at a time. */
const SLACK = 64;

/** Of sixteen bytes in base64url. */
const MARK_BYTES = 16;

type Escape = (from: number, count: number, to: number) => number;
type Requote = (from: number, end: number, to: number) => number;
type Mark = (from: number, to: number) => void;

interface Range {
  start: number;
  end: number;
}

/** Memory that grows, and into which texts are written as JSON strings, in WebAssembly. */
export class EscapeKernel {
  bytes: Buffer<ArrayBuffer>;
  private readonly memory: WebAssembly.Memory;
  private readonly run: Escape;
  private readonly runMark: Mark;
  private readonly runRequote: Requote;

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: FIRST_PAGES });
    const { exports } = new WebAssembly.Instance(compiled(), { env: { memory: this.memory } });
    this.run = exports['escape'] as Escape;
    this.runMark = exports['mark'] as Mark;
    this.runRequote = exports['requote'] as Requote;
    this.bytes = Buffer.from(this.memory.buffer);
  }

  /** What JSON.stringify gives, from `to` on; gives where it ended. */
  escape(text: string, to: number): number {
    const from = (to + text.length * MOST_A_CHARACTER + SLACK) & ~15;
    this.makeRoom(from + text.length * 2 + SLACK);
    this.bytes.write(text, from, 'utf16le');
    return this.run(from, text.length, to);
  }

  /** Bytes as they are. */
  copy(source: Buffer, { start, end }: Range, to: number): number {
    this.makeRoom(to + end - start);
    return to + source.copy(this.bytes, to, start, end);
  }

  /** JSON as the inside of a JSON string. */
  requote(source: Buffer, { start, end }: Range, to: number): number {
    const length = end - start;
    const from = to + length + SLACK;
    this.makeRoom(from + length + SLACK);
    source.copy(this.bytes, from, start, end);
    return this.runRequote(from, from + length, to);
  }

  /** 22 letters and digits that are others as soon as anything from `from` to `to` is. */
  mark(from: number, to: number): string {
    this.makeRoom(to + SLACK);
    this.runMark(from, to);
    return this.bytes.toString('base64url', to, to + MARK_BYTES);
  }

  makeRoom(length: number): void {
    const missing = length - this.bytes.length;
    if (missing <= 0) return;
    // Half as much again: it is asked for more and more.
    this.memory.grow(Math.ceil((missing + (this.bytes.length >> 1)) / PAGE));
    this.bytes = Buffer.from(this.memory.buffer);
  }
}

const compiled = () => loadWasm(new URL('../../assembly/escape-json.wasm', import.meta.url));
