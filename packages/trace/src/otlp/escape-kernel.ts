import { CODE } from './escape-kernel-code.js';

const PAGE = 64 * 1024;
const FIRST_PAGES = 16;
/** How many bytes a character can take: `\u001b`. */
const MOST_A_CHARACTER = 6;
/** Sixteen bytes are written at a time. */
const SLACK = 64;

type Escape = (from: number, count: number, to: number) => number;

/** Memory that grows, and into which texts are written as JSON strings, in WebAssembly. */
export class EscapeKernel {
  bytes: Buffer<ArrayBuffer>;
  private readonly memory: WebAssembly.Memory;
  private readonly run: Escape;

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: FIRST_PAGES });
    const { exports } = new WebAssembly.Instance(compiled(), { env: { memory: this.memory } });
    this.run = exports['escape'] as Escape;
    this.bytes = Buffer.from(this.memory.buffer);
  }

  /** What JSON.stringify gives, from `to` on; gives where it ended. */
  escape(text: string, to: number): number {
    const from = (to + text.length * MOST_A_CHARACTER + SLACK) & ~15;
    this.makeRoom(from + text.length * 2 + SLACK);
    this.bytes.write(text, from, 'utf16le');
    return this.run(from, text.length, to);
  }

  makeRoom(length: number): void {
    const missing = length - this.bytes.length;
    if (missing <= 0) return;
    // Half as much again: it is asked for more and more.
    this.memory.grow(Math.ceil((missing + (this.bytes.length >> 1)) / PAGE));
    this.bytes = Buffer.from(this.memory.buffer);
  }
}

let module: WebAssembly.Module | undefined;

function compiled(): WebAssembly.Module {
  module ??= new WebAssembly.Module(Buffer.from(CODE, 'base64'));
  return module;
}
