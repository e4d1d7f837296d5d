import { loadWasm } from './load-wasm.js';
import type { Member, PathSet, PathSpec } from './path.js';

const FILE = new URL('../../assembly/walk-lines.wasm', import.meta.url);

/** The walker reads up to 64 bytes at a time, also past the last one. */
const SLACK = 128;
const PAGE = 64 * 1024;
const TABLES = 4096;
const TABLE_ROOM = 128 * 1024;
const RECORD_LIMIT = 256;
const ITEM_LIMIT = 2048;
const NOTE_LIMIT = 16_384;
const LONGEST_MARK = 64;
const SPAN = 8;
const USUAL_REGION = 256 * 1024;
/** Memory never shrinks, so a walker above this size is not kept for the next file. */
const MAX_KEPT = 32 * USUAL_REGION;

type Global = { value: number };

/** The exports of assembly/walk-lines.ts: offsets in records, settings to write before the first walk, and the walk. */
interface WalkerCode {
  recordCount: Global;
  notes: Global;
  noteSize: Global;
  longestName: Global;
  recordHeader: Global;
  itemHeader: Global;
  sureAt: Global;
  startAt: Global;
  endAt: Global;
  escapesAt: Global;
  firstNoteAt: Global;
  noteCountAt: Global;
  surrogateEscape: Global;
  letterEscape: Global;
  placeTables(at: number): void;
  placeRecords(at: number, size: number, limit: number): void;
  placeNotes(at: number, limit: number): void;
  setLineShape(shape: number): void;
  addShape(): number;
  addMember(shape: number, name: number, length: number, offset: number): number;
  setChild(member: number, shape: number): void;
  setItems(member: number, shape: number, items: number, size: number, limit: number): void;
  addAnywhere(name: number, length: number, number: number): void;
  addOpaque(name: number, length: number): void;
  walkOnly(bytes: number, count: number, otherBytes: number, otherCount: number): void;
  walk(base: number, from: number, limit: number): number;
  textLength(start: number, stop: number): number;
}

/** Members requested wherever they are, except inside the values of opaque ones. */
export interface Anywhere {
  names: readonly string[];
  opaque: readonly string[];
}

/**
 * Walks lines of JSON in WebAssembly and records where the values of requested members are; see assembly/walk-lines.ts.
 * Bytes are read into its memory, which is reused.
 */
export class Walker {
  /** The memory that files are read into. */
  bytes: Buffer;
  /** All of its memory, records included. */
  words: Uint32Array;
  /** The number of records that the last walk left. */
  records = 0;
  /** The offset of a record's own facts, in words from its start. */
  readonly sureAt: number;
  readonly startAt: number;
  readonly endAt: number;
  readonly escapesAt: number;
  /** The offset of the spans of members, in records of lines and of items, in words. */
  readonly lineHeader: number;
  readonly itemHeader: number;
  /** Flags of a line's escapes. */
  readonly surrogateEscape: number;
  readonly letterEscape: number;
  /** The offset and the size of records, in words. */
  private readonly recordsAt: number;
  private readonly recordSize: number;
  /** The same for items, by the place of their list. */
  private readonly items = new Map<number, { at: number; size: number }>();
  private readonly code: WalkerCode;
  private readonly memory: WebAssembly.Memory;
  private readonly regionAt: number;
  private readonly markAt: number;
  private room: number;

  constructor(set: PathSet<PathSpec>, anywhere: Anywhere = { names: [], opaque: [] }) {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((TABLES + TABLE_ROOM) / PAGE) });
    const exported = new WebAssembly.Instance(loadWasm(FILE), { env: { memory: this.memory } }).exports;
    const code = exported as unknown as WalkerCode;
    this.code = code;
    this.sureAt = code.sureAt.value >> 2;
    this.startAt = code.startAt.value >> 2;
    this.endAt = code.endAt.value >> 2;
    this.escapesAt = code.escapesAt.value >> 2;
    this.lineHeader = code.recordHeader.value >> 2;
    this.itemHeader = code.itemHeader.value >> 2;
    this.surrogateEscape = code.surrogateEscape.value;
    this.letterEscape = code.letterEscape.value;
    this.room = TABLES + TABLE_ROOM;
    const recordSize = code.recordHeader.value + set.spans * SPAN;
    const records = this.take(recordSize * RECORD_LIMIT);
    this.recordsAt = records >> 2;
    this.recordSize = recordSize >> 2;
    code.placeTables(TABLES);
    code.placeRecords(records, recordSize, RECORD_LIMIT);
    code.placeNotes(this.take(code.noteSize.value * NOTE_LIMIT), NOTE_LIMIT);
    code.setLineShape(this.addShape(set.members, code.recordHeader.value));
    anywhere.names.forEach((name, at) => {
      code.addAnywhere(this.putName(name), name.length, at + 1);
    });
    for (const name of anywhere.opaque) code.addOpaque(this.putName(name), name.length);
    this.markAt = this.take(2 * LONGEST_MARK);
    this.regionAt = this.room;
    this.memory.grow(Math.ceil((USUAL_REGION + SLACK) / PAGE));
    this.bytes = this.region();
    this.words = new Uint32Array(this.memory.buffer);
  }

  /** Copies bytes from elsewhere into the memory. */
  put(bytes: Uint8Array): void {
    while (this.bytes.length < bytes.length) this.grow();
    this.bytes.set(bytes);
  }

  /** Doubles the memory and keeps its content. */
  grow(): void {
    this.memory.grow(Math.ceil(this.bytes.length / PAGE));
    this.bytes = this.region();
    this.words = new Uint32Array(this.memory.buffer);
  }

  /** Whether it is small enough to be kept for the next file. */
  get isSmall(): boolean {
    return this.bytes.length <= MAX_KEPT;
  }

  /** Restricts walking to lines with one of these texts, two at most. Without texts, all lines are walked. */
  walkOnly([text = '', other = '']: readonly string[]): void {
    const memory = Buffer.from(this.memory.buffer);
    const otherAt = this.markAt + LONGEST_MARK;
    const count = memory.write(text, this.markAt, 'latin1');
    this.code.walkOnly(this.markAt, count, otherAt, memory.write(other, otherAt, 'latin1'));
  }

  /** Walks lines of `bytes` from an offset on. Returns where it stopped: at the end, or where memory ran out. */
  walk(from: number, end: number): number {
    const { regionAt, code } = this;
    const stop = code.walk(regionAt, regionAt + from, regionAt + end) - regionAt;
    this.records = code.recordCount.value;
    return stop;
  }

  /** Returns the offset of a line's record, in words. */
  recordAt(index: number): number {
    return this.recordsAt + index * this.recordSize;
  }

  /** Returns the offset of an item's record, in words. `list` is the place of its list among the spans of a line. */
  itemAt(list: number, number: number): number {
    const { at, size } = this.items.get(list) ?? { at: 0, size: 0 };
    return at + number * size;
  }

  /**
   * Calls `take` for the members of a line that are requested anywhere, with the number of the name and the span of the
   * value.
   */
  forEachNote(record: number, take: (name: number, start: number, end: number) => void): void {
    const { words, code } = this;
    const size = code.noteSize.value >> 2;
    const first = words[record + (code.firstNoteAt.value >> 2)] ?? 0;
    const count = words[record + (code.noteCountAt.value >> 2)] ?? 0;
    for (let at = (code.notes.value >> 2) + first * size, left = count; left > 0; left--, at += size) {
      take((words[at] ?? 0) - 1, words[at + 1] ?? 0, words[at + 2] ?? 0);
    }
  }

  /** Returns the UTF-16 units of the JSON string in a span of `bytes`, quotes included. */
  textLength(start: number, end: number): number {
    return this.code.textLength(this.regionAt + start + 1, this.regionAt + end - 1);
  }

  private addShape(members: readonly Member[], header: number): number {
    const { code } = this;
    const shape = code.addShape();
    for (const { name, at, members: inner, items } of members) {
      const member = code.addMember(shape, this.putName(name), name.length, header + at * SPAN);
      if (inner.length > 0) code.setChild(member, this.addShape(inner, header));
      if (items) this.addItems(member, at, items);
    }
    return shape;
  }

  private addItems(member: number, list: number, { members, spans }: PathSet<PathSpec>): void {
    const { code } = this;
    const size = code.itemHeader.value + spans * SPAN;
    const items = this.take(size * ITEM_LIMIT);
    this.items.set(list, { at: items >> 2, size: size >> 2 });
    code.setItems(member, this.addShape(members, code.itemHeader.value), items, size, ITEM_LIMIT);
  }

  /** Writes a name where the walker's code can read it; the code copies it. */
  private putName(name: string): number {
    if (name.length > this.code.longestName.value) throw new Error(`${name} is too long a name for the walker`);
    Buffer.from(this.memory.buffer).write(name, 0, 'latin1');
    return 0;
  }

  private take(bytes: number): number {
    const at = this.room;
    this.room += 8 * Math.ceil(bytes / 8);
    const missing = this.room - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  private region(): Buffer {
    const { buffer } = this.memory;
    return Buffer.from(buffer, this.regionAt, buffer.byteLength - this.regionAt - SLACK);
  }
}
