import { CODE } from './raw-kernel-code.js';

/** The same numbers as in assembly/raw-blocks.ts. */
const HEADER = 1024 >> 2;
const BESIDE = 1032 >> 2;
const BLOCKS = 1088 >> 2;
const BLOCK = 28 >> 2;
/** Behind the lists, and not right at a page. */
const REGION = 65_536 + 4096 + 64;
/** It looks at up to 64 bytes at a time. */
const SLACK = 128;
const PAGE = 65_536;
const USUAL = 256 * 1024;
/** Memory never shrinks: beyond this it is not kept for the next line. */
const MOST_KEPT = 4 * 1024 * 1024;

type Run = (from: number, end: number) => number;

/** Says where the blocks of a message stand in a line, in WebAssembly. */
export class RawKernel {
  private bytes: Buffer;
  private words: Uint32Array;
  private readonly memory: WebAssembly.Memory;
  private readonly run: Run;
  /** What has to be added to a place of the last line to get one in its bytes. */
  private shift = 0;
  private last: Buffer | undefined;
  private count = 0;

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((REGION + USUAL) / PAGE) });
    const { exports } = new WebAssembly.Instance(compiled(), { env: { memory: this.memory } });
    this.run = exports['blocks'] as Run;
    this.bytes = Buffer.from(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
  }

  /** How many blocks the line has that stands in [start, end) of some bytes; undefined when that is not known well. */
  read(bytes: Buffer, start: number, end: number): number | undefined {
    // What is asked of a line is often asked in two steps.
    if (bytes !== this.last || start - REGION !== this.shift) this.walk(bytes, start, end);
    return this.count === 0 ? undefined : this.count - 1;
  }

  private walk(bytes: Buffer, start: number, end: number): void {
    this.makeRoom(REGION + end - start + SLACK);
    bytes.copy(this.bytes, REGION, start, end);
    this.shift = start - REGION;
    this.last = bytes;
    this.count = this.run(REGION, REGION + end - start);
  }

  get contentStart(): number {
    return this.place(HEADER);
  }

  get contentEnd(): number {
    return this.place(HEADER + 1);
  }

  kind(block: number): number {
    return this.words[BLOCKS + block * BLOCK] ?? 0;
  }

  /** Where a member begins in the bytes, its end is the next; 0 when there is none. Members: 0 id, 1 name, 2 words. */
  start(block: number, member: number): number {
    const at = BLOCKS + block * BLOCK + 1 + member * 2;
    return this.words[at] === 0 ? 0 : this.place(at);
  }

  end(block: number, member: number): number {
    return this.place(BLOCKS + block * BLOCK + 2 + member * 2);
  }

  /** Where a value beside the content begins, its end is the next; 0 when there is none. By its place in BESIDE. */
  besideStart(what: number): number {
    return this.words[BESIDE + what * 2] === 0 ? 0 : this.place(BESIDE + what * 2);
  }

  besideEnd(what: number): number {
    return this.place(BESIDE + what * 2 + 1);
  }

  isKept(): boolean {
    return this.bytes.length <= MOST_KEPT;
  }

  private place(at: number): number {
    return (this.words[at] ?? 0) + this.shift;
  }

  private makeRoom(length: number): void {
    const missing = length - this.bytes.length;
    if (missing <= 0) return;
    this.memory.grow(Math.ceil(missing / PAGE));
    this.bytes = Buffer.from(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
  }
}

let module: WebAssembly.Module | undefined;

function compiled(): WebAssembly.Module {
  module ??= new WebAssembly.Module(Buffer.from(CODE, 'base64'));
  return module;
}
