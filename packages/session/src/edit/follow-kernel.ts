import { HEADER, type RecordMemory, recordAt } from '../outline/outline-kernel.js';
import type { WindowMemory } from '../outline/windows.js';
import type { IdKernel } from './id-kernel.js';
import type { KernelMemory } from './kernel-memory.js';

/** Large enough that few writes have to be waited for, small enough for the processor's own memory. */
const USUAL = 512 * 1024;
const SLACK = 128;
const QUOTE = 34;
const QUOTED_ID = 38;

/** Why it stopped at a line, as assembly/follow-lines.ts has it. Of the first two: before it was taken. */
export const Why = {
  odd: 1,
  surrogates: 2,
  boundary: 4,
  leaf: 8,
  orphan: 16,
  thoughts: 32,
  request: 64,
  strangeId: 128,
} as const;

/** Words of a record that `follow` adds: the numbers of the line's own id and of its parent's. 0 for none, less when not known. */
export const Followed = { own: 89, parent: 90 } as const;

/** Words behind the count of records. */
const State = { why: 1, isPlain: 2, isOrdinary: 3, order: 4, tip: 5, boundary: 6, escapes: 7 } as const;

/** How many times are kept, and how long one may be. */
const KEPT_TIMES = 64;
const LONGEST_TIME = 64;

/** What is known of a line with an id, by the number of the id. */
export interface GraphColumns {
  /** Numbers of ids: 0 for none, less when no line before had it. */
  parents: Int32Array;
  /** Counted from 1; 0 when no line has the id. */
  orders: Int32Array;
  /** 1 for lines that the client reads, 2 more for those of a conversation. */
  marks: Uint8Array;
}

/** Walks lines, makes their ids known and follows their graph, all in the memory where ids are replaced. */
export class FollowKernel implements WindowMemory, RecordMemory {
  readonly usual = USUAL;
  private readonly memory: KernelMemory;
  /** Windows that take turns. */
  private readonly windows: { at: number; length: number; view: Buffer; generation: number }[];
  private turn = 0;
  private parents = 0;
  private orders = 0;
  private marks = 0;
  private readonly timesAt: number;

  constructor(
    readonly ids: IdKernel,
    windows = 1,
  ) {
    const { memory } = ids;
    this.memory = memory;
    this.windows = Array.from({ length: windows }, () => this.newWindow(USUAL));
    this.timesAt = memory.allocate(KEPT_TIMES * (8 + LONGEST_TIME));
    ids.onRoom = (before, now) => this.makeRoom(before, now);
    this.makeRoom(0, ids.room);
    memory.calls.measureResults(0);
    memory.words[this.state(State.isPlain)] = 1;
    memory.words[this.state(State.isOrdinary)] = 1;
  }

  /** From now on records say how many characters results have. */
  measureResults(): void {
    this.memory.calls.measureResults(1);
  }

  get words(): Uint32Array {
    return this.memory.words;
  }

  /** The window at hand. */
  get bytes(): Buffer {
    return this.viewOf(this.turn);
  }

  get bytesBefore(): Buffer {
    return this.viewOf((this.turn + this.windows.length - 1) % this.windows.length);
  }

  /** Where the window at hand begins in memory. */
  get base(): number {
    return this.windows[this.turn]?.at ?? 0;
  }

  /** From now on the next window is at hand. */
  takeTurn(): void {
    this.turn = (this.turn + 1) % this.windows.length;
  }

  grow(): void {
    const { length } = this.bytes;
    const window = this.newWindow(length * 2);
    this.memory.copy(this.base, length, window.at);
    this.windows[this.turn] = window;
  }

  /** Walks lines from a place in the window; gives where it stopped for want of room, or the end. */
  outline(from: number, end: number): number {
    const { base } = this;
    return this.memory.calls.outline(base, base + from, base + end) - base;
  }

  get records(): number {
    return this.words[HEADER >> 2] ?? 0;
  }

  record(index: number): number {
    return recordAt(index);
  }

  /** A place that a list holds, in the window. */
  listed(list: number, index: number): number {
    return (this.words[(list >> 2) + index] ?? 0) - this.base;
  }

  /** Takes lines, from the record of that number on; stops at one that is wanted. `why` says for what. */
  follow(first: number, wanted: number): number {
    return this.memory.calls.follow(this.base, first, wanted);
  }

  /** Takes a line that `follow` asked about; gives what there is to know of it. */
  followOne(index: number): number {
    return this.memory.calls.followOne(this.base, index);
  }

  /** New room for columns of so many lines; what they held has to be copied there. */
  newColumns(rows: number, length: number): number {
    const at = this.memory.allocate(length);
    this.memory.calls.columnsAt(at, rows);
    return at;
  }

  /** Puts lines into columns, from the record of that number on; gives the number of the first that it leaves to others. */
  takeColumns(byte: number, first: number, line: number): number {
    return this.memory.calls.takeColumns(this.base, byte, first, line);
  }

  /** The number of the id that a string in the window is; 0 when it is none. */
  idAt(quote: number): number {
    const { bytes } = this;
    if (bytes[quote] !== QUOTE || bytes[quote + QUOTED_ID - 1] !== QUOTE) return 0;
    return this.ids.findAt(this.base + quote + 1);
  }

  /** Puts an id as the source has it into the window. */
  putId(at: number, number: number): void {
    this.memory.calls.putOld(this.base + at, number);
  }

  /** Behind so many characters of the string whose first byte stands in the window. */
  endOfCharacters(from: number, count: number): number {
    return this.memory.calls.endOfCharacters(this.base + from, count) - this.base;
  }

  get why(): number {
    return this.words[this.state(State.why)] ?? 0;
  }

  /** False when some id cannot be replaced. */
  get isPlain(): boolean {
    return this.words[this.state(State.isPlain)] === 1;
  }

  /** False when only the nodes tell what the graph is. */
  get isOrdinary(): boolean {
    return this.words[this.state(State.isOrdinary)] === 1;
  }

  /** What escapes all lines had, as records say it. */
  get escapes(): number {
    return this.words[this.state(State.escapes)] ?? 0;
  }

  /** The last line of the main conversation, 0 when there is none. */
  get tip(): number {
    return this.words[this.state(State.tip)] ?? 0;
  }

  /** When the last compaction was. */
  get boundary(): number {
    return this.words[this.state(State.boundary)] ?? 0;
  }

  /** How many lines it has taken. */
  get order(): number {
    return this.words[this.state(State.order)] ?? 0;
  }

  /** Valid until more ids are known. */
  columns(): GraphColumns {
    const { buffer } = this.memory.words;
    const { room } = this.ids;
    return {
      parents: new Int32Array(buffer, this.parents, room),
      orders: new Int32Array(buffer, this.orders, room),
      marks: new Uint8Array(buffer, this.marks, room),
    };
  }

  /** The timestamps of the last lines as they were written, by the numbers of the lines. */
  times(): Map<number, string> {
    const times = new Map<number, string>();
    for (let slot = 0; slot < KEPT_TIMES; slot++) {
      const at = (this.timesAt >> 2) + slot * 2;
      const length = this.words[at + 1] ?? 0;
      if (length === 0 || length === LONGEST_TIME) continue;
      const text = this.memory.view(this.timesAt + KEPT_TIMES * 8 + slot * LONGEST_TIME, length);
      times.set(this.words[at] ?? 0, text.toString('utf8'));
    }
    return times;
  }

  private makeRoom(before: number, now: number): void {
    const { memory } = this;
    this.parents = memory.moved(this.parents, before * 4, now * 4);
    this.orders = memory.moved(this.orders, before * 4, now * 4);
    this.marks = memory.moved(this.marks, before, now);
    memory.calls.followAt(this.parents, this.orders, this.marks, this.timesAt);
  }

  private newWindow(length: number): { at: number; length: number; view: Buffer; generation: number } {
    return { at: this.memory.allocate(length + SLACK), length, view: Buffer.alloc(0), generation: -1 };
  }

  private viewOf(turn: number): Buffer {
    const window = this.windows[turn] ?? this.newWindow(USUAL);
    if (window.generation !== this.memory.generation) {
      window.view = this.memory.view(window.at, window.length);
      window.generation = this.memory.generation;
    }
    return window.view;
  }

  private state(word: number): number {
    return (HEADER >> 2) + word;
  }
}
