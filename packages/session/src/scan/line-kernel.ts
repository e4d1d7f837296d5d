import { loadWasm } from '../kernel/load-wasm.js';
import { RegionKernel } from '../kernel/region-kernel.js';
import type { LineHead } from './line-head.js';
import {
  Field,
  HEADER,
  HEADS,
  RECORD,
  RECORDS,
  REGION,
  REGION_BEHIND_USAGES,
  REPLY_HEADS,
  SLOT,
  SLOTS,
  Stop,
  TAILS,
} from './line-memory.js';
import type { LineTail } from './line-tail.js';
import type { Scratch } from './regions.js';

const compiled = () => loadWasm(new URL('../../assembly/scan-lines.wasm', import.meta.url));

/** Where the scan stopped, and why. */
export interface Stopped {
  /** One of `Stop`. */
  why: number;
  /** Where the line begins and ends that it stopped at. */
  at: number;
  lineEnd: number;
  records: number;
}

interface LineScans {
  /** Counts replies and leaves what else was seen in `Field.run`; stops at prompts. */
  scan(from: number, end: number): number;
  /** Looks only at lines that hold counters of tokens. Leaves records of replies, and knows nothing else. */
  scanMarked(from: number, end: number): number;
  /** As scanMarked, but counts the replies. */
  countMarked(from: number, end: number): number;
  /** As scanMarked, but usage goes into the table; only in a kernel that has one. */
  tableMarked(from: number, end: number): number;
}

/** See assembly/scan-lines.ts. */
interface LineCode extends LineScans {
  addReply(at: number): number;
  sumReplies(at: number): void;
  forgetReplies(): void;
  beginUsage(rank: number, sideRank: number, order: number): void;
  addUsage(at: number): number;
  findUsages(ids: number, lengths: number, count: number): void;
  forgetUsages(): void;
  foldUsages(from: number, thresholds: number, at: number, limit: number): number;
}

/** Kinds of lines that a head tells. */
export const RESULT = 1;
export const ASIDE = 2;
export const WORDS = 4;
export const READ = 5;

/**
 * The inner loop of the fast scans, in WebAssembly. It goes over a region once, splits it into lines and recognises those
 * that are like lines seen before: nearly all of their bytes are the same. What it does not recognise is handed back, to
 * be read key by key and learned from.
 */
export class LineKernel extends RegionKernel<LineCode> implements Scratch {
  declare readonly code: LineCode;
  /** All of its memory, as counters. */
  counts: Float64Array<ArrayBuffer>;
  readonly chunk: number;
  private base = 0;
  private nextHead = 0;
  private nextReplyHead = 0;
  private nextTail = 0;
  private readonly stopped: Stopped = { why: Stop.done, at: 0, lineEnd: 0, records: 0 };

  /**
   * The table of usage is as large as it may become: memory that nobody touches takes none. What goes into it is looked at
   * so fast that it is worth to read more at a time.
   */
  constructor(has: 'no table' | 'table of usage' = 'no table') {
    const [regionAt, chunk] = has === 'no table' ? [REGION, 128 * 1024] : [REGION_BEHIND_USAGES, 1024 * 1024];
    super(compiled(), regionAt, 2 * chunk);
    this.chunk = chunk;
    this.counts = new Float64Array(this.memory.buffer);
  }

  override grow(): void {
    super.grow();
    this.counts = new Float64Array(this.memory.buffer);
  }

  /** Goes on from a place in `bytes`, which are in its memory; what is given is reused. */
  scan(how: keyof LineScans, bytes: Buffer, from: number, end: number): Stopped {
    const { stopped } = this;
    const base = bytes.byteOffset;
    this.base = base;
    stopped.at = this.code[how](from + base, end + base) - base;
    stopped.why = this.header(Field.why);
    stopped.lineEnd = this.header(Field.lineEnd) - base;
    stopped.records = this.header(Field.records);
    return stopped;
  }

  header(field: number): number {
    return this.words[(HEADER >> 2) + field] ?? 0;
  }

  /** A place that the header names, in the bytes that were scanned; below 0 when it names none. */
  headerPlace(field: number): number {
    return this.header(field) - this.base;
  }

  setHeader(field: number, value: number): void {
    this.words[(HEADER >> 2) + field] = value;
  }

  /** A number of a record: 1 head, 2 id, 3 its end, 4 content, 5 tail, 6 usage, 7 time, 22 line, 23 its end. */
  number(record: number, field: number): number {
    return this.words[((RECORDS + record * RECORD) >> 2) + field] ?? 0;
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

  /**
   * Gives the number by which records name it; -1 when there is no room. `sidechain` is -1 where it is not said, `said`
   * 1 for what is said of side chains, 2 for that it is a reply.
   */
  learnReplyHead(head: LineHead, says: { sidechain: number; said: number; isSynthetic: boolean }): number {
    const index = this.nextReplyHead;
    const numbers = [says.sidechain + 1, says.said, Number(says.isSynthetic)];
    if (!this.putHead(REPLY_HEADS + SLOT * index, head, numbers)) return -1;
    this.nextReplyHead = (index + 1) % SLOTS;
    return index;
  }

  learnTail({ stretches, gaps }: LineTail, says: { sidechain: number; said: number }): number {
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
    this.set(slot, [count, says.said, says.sidechain + 1]);
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
      this.words[(at >> 2) + index] = value;
    });
  }
}
