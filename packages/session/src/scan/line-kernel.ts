import type { LineHead } from './line-head.js';
import { CODE } from './line-kernel-code.js';
import type { LineTail } from './line-tail.js';
import type { Scratch } from './regions.js';

/** The same numbers as in assembly/scan-lines.ts. */
const HEADER = 1024;
const SLOT = 4160;
const SLOTS = 16;
const HEADS = HEADER + 64;
const REPLY_HEADS = HEADS + SLOT * SLOTS;
const TAILS = REPLY_HEADS + SLOT * SLOTS;
const RECORDS = TAILS + SLOT * SLOTS;
const RECORD = 96;
const MAX_RECORDS = 1024;
/** Reading into memory that starts right at a page is markedly slower for large reads (copies in the kernel). */
const REGION = RECORDS + RECORD * MAX_RECORDS + 4096 + 64;
/** It looks at up to 65 bytes at a time. */
const SLACK = 128;
const PAGE = 64 * 1024;

export const Stop = { done: 0, unknown: 1, doubtful: 2, full: 3, marked: 4 } as const;

/** Where the scan stopped, and why. */
export interface Stopped {
  /** One of `Stop`. */
  why: number;
  /** Where the line begins and ends that it stopped at. */
  at: number;
  lineEnd: number;
  records: number;
}

export const RESULT = 1;
export const ASIDE = 2;
export const REPLY = 3;
export const WORDS = 4;

/**
 * The inner loop of the fast scans, in WebAssembly. It goes over a region once, splits it into lines and recognises those
 * that are like lines seen before: nearly all of their bytes are the same. What it does not recognise is handed back, to
 * be read key by key and learned from.
 */
export class LineKernel implements Scratch {
  bytes: Buffer;
  private readonly memory: WebAssembly.Memory;
  private readonly run: (from: number, end: number) => number;
  private numbers: Uint32Array;
  private counts: Float64Array;
  private base = 0;
  private nextHead = 0;
  private nextReplyHead = 0;
  private nextTail = 0;
  private readonly stopped: Stopped = { why: Stop.done, at: 0, lineEnd: 0, records: 0 };

  /** With `isMarked` it looks only at lines that hold counters of tokens, and knows only replies. */
  constructor(isMarked = false) {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((REGION + 256 * 1024 + SLACK) / PAGE) });
    const { exports } = new WebAssembly.Instance(compiled(), { env: { memory: this.memory } });
    this.run = exports[isMarked ? 'scanMarked' : 'scan'] as (from: number, end: number) => number;
    this.bytes = this.region();
    this.numbers = new Uint32Array(this.memory.buffer);
    this.counts = new Float64Array(this.memory.buffer);
  }

  grow(): void {
    this.memory.grow(Math.ceil(this.bytes.length / PAGE));
    this.bytes = this.region();
    this.numbers = new Uint32Array(this.memory.buffer);
    this.counts = new Float64Array(this.memory.buffer);
  }

  /** Goes on from a place in `bytes`, which are in its memory; what is given is reused. */
  scan(bytes: Buffer, from: number, end: number): Stopped {
    const { stopped, numbers } = this;
    const base = bytes.byteOffset;
    this.base = base;
    stopped.at = this.run(from + base, end + base) - base;
    stopped.why = numbers[HEADER >> 2] ?? Stop.done;
    stopped.lineEnd = (numbers[(HEADER + 4) >> 2] ?? 0) - base;
    stopped.records = numbers[(HEADER + 8) >> 2] ?? 0;
    return stopped;
  }

  /** A number of a record: 0 kind, 1 side chain or head, 2 id, 3 its end, 4 content, 5 tail, 6 usage, 7 time, 22 line, 23 its end. */
  number(record: number, field: number): number {
    return this.numbers[((RECORDS + record * RECORD) >> 2) + field] ?? 0;
  }

  /** A place of a record in the bytes that were scanned. */
  place(record: number, field: number): number {
    return this.number(record, field) - this.base;
  }

  count(record: number, counter: number): number {
    return this.counts[((RECORDS + record * RECORD + 32) >> 3) + counter] ?? 0;
  }

  /** `begins` tells where its bytes begin: with the line, or behind the line's parent. */
  learnHead(head: LineHead, kind: number, isSidechain: boolean, begins: 'line' | 'behind parent'): void {
    const slot = HEADS + SLOT * this.nextHead;
    if (this.putHead(slot, head, [kind, Number(isSidechain), Number(begins === 'line')])) {
      this.nextHead = (this.nextHead + 1) % SLOTS;
    }
  }

  /** Gives the number by which records name it; -1 when there is no room. `said`: 1 of side chains, 2 that it is a reply. */
  learnReplyHead(head: LineHead, said: number): number {
    const index = this.nextReplyHead;
    if (!this.putHead(REPLY_HEADS + SLOT * index, head, [0, said, 0])) return -1;
    this.nextReplyHead = (index + 1) % SLOTS;
    return index;
  }

  learnTail({ stretches, gaps }: LineTail, said: number): number {
    const count = stretches.length;
    const length = stretches.reduce((sum, stretch) => sum + stretch.length, 0);
    if (16 + count * 8 + length > SLOT) return -1;
    const index = this.nextTail;
    const slot = TAILS + SLOT * index;
    this.nextTail = (index + 1) % SLOTS;
    let at = slot + 16 + count * 8;
    for (let last = count - 1, entry = slot + 16; last >= 0; last--, entry += 8) {
      const stretch = stretches[last] ?? new Uint8Array();
      this.set(entry, [stretch.length, last > 0 ? (gaps[last - 1] ?? 0) : 0]);
      this.put(at, stretch);
      at += stretch.length;
    }
    this.set(slot, [count, said]);
    return index;
  }

  private putHead(slot: number, { stretches, gaps }: LineHead, says: readonly number[]): boolean {
    const count = stretches.length;
    const length = stretches.reduce((sum, stretch) => sum + stretch.length, 0);
    if (16 + count * 8 + length > SLOT) return false;
    let at = slot + 16 + count * 8;
    stretches.forEach((stretch, index) => {
      this.set(slot + 16 + index * 8, [stretch.length, gaps[index] ?? 0]);
      this.put(at, stretch);
      at += stretch.length;
    });
    this.set(slot, [count, ...says]);
    return true;
  }

  private put(at: number, bytes: Uint8Array): void {
    new Uint8Array(this.memory.buffer).set(bytes, at);
  }

  private set(at: number, values: readonly number[]): void {
    values.forEach((value, index) => {
      this.numbers[(at >> 2) + index] = value;
    });
  }

  private region(): Buffer {
    return Buffer.from(this.memory.buffer, REGION, this.memory.buffer.byteLength - REGION - SLACK);
  }
}

/** Every counter's name ends so. */
export const MARK = Buffer.from('_tokens"');

let module: WebAssembly.Module | undefined;

function compiled(): WebAssembly.Module {
  module ??= new WebAssembly.Module(Buffer.from(CODE, 'base64'));
  return module;
}
