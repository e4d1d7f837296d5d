import type { Entry } from '../entry/entry.js';
import { timeOf } from '../graph/node.js';
import { isObject } from '../line/json.js';
import { KnownTexts } from '../outline/known-texts.js';
import { At, LINE, type RecordMemory } from '../outline/outline-kernel.js';
import { Members } from '../outline/record-members.js';
import type { IdKernel } from './id-kernel.js';

const FIELDS = Object.fromEntries(LINE.map((name, field) => [name, field])) as Record<(typeof LINE)[number], number>;
const OPEN = 123;
const NULL = 110;
const TRUE = 116;
const FALSE = 102;

/** What is known of a line that has a uuid. */
const READ = 1;
const CONVERSATION = 2;
const NOT_FOUND = -1;
/** How many times are kept, and how long one may be: `"2026-01-01T00:00:00.000Z"` has 26 bytes. */
const KEPT_TIMES = 64;
const LONGEST_TIME = 64;

/**
 * Tells of ordinary sessions that they resume, from little: the last line of the main conversation is the tip, for no
 * line hangs on a later one. Of whatever is not ordinary it says nothing; then the nodes are asked (see planResume),
 * and a test proves that both say the same.
 */
export class CopyGraph {
  /** By the number of the line's id. */
  private parents = new Int32Array(4096);
  private orders = new Int32Array(4096);
  private marks = new Uint8Array(4096);
  private order = 0;
  private tip = 0;
  /** Parents that no line before had. */
  private readonly missing = new Set<string>();
  private leaf: string | undefined;
  private boundary = 0;
  /** Lines that a compaction moves: what hangs on them is not where it seems. */
  private readonly moved = new Set<string>();
  private isOrdinary = true;
  private readonly times = Buffer.alloc(KEPT_TIMES * LONGEST_TIME);
  private readonly timedLines = new Int32Array(KEPT_TIMES);
  private readonly timeLengths = new Uint8Array(KEPT_TIMES);
  private timed = 0;
  private readonly texts = new KnownTexts();
  private readonly members = new Members(this.texts);
  private bytes: Buffer = Buffer.alloc(0);

  constructor(private readonly ids: IdKernel) {}

  /** For lines that nothing is known of. */
  giveUp(): void {
    this.isOrdinary = false;
  }

  /**
   * A line that the kernel has walked, its ids known. Gives its type; undefined when only parsing can tell. `own` is
   * the number of its uuid, 0 when it has none.
   */
  take(memory: RecordMemory, record: number, own: number): string | undefined {
    this.bytes = memory.bytes;
    this.members.use(memory, record + At.line);
    this.order++;
    const type = this.members.text(FIELDS.type);
    switch (type) {
      case 'user':
      case 'assistant':
        this.add(own, READ | CONVERSATION);
        if (this.first(FIELDS.message) !== OPEN) this.giveUp();
        break;
      case 'system':
        if (this.members.text(FIELDS.subtype) === 'compact_boundary') this.takeBoundary(memory.words, record);
        this.add(own, READ);
        break;
      case 'attachment':
        this.add(own, READ);
        break;
      case 'progress':
        this.add(own, 0);
        break;
      case 'last-prompt':
        this.leaf = this.members.text(FIELDS.leafUuid) || this.leaf;
        break;
      case undefined:
        this.giveUp();
    }
    return type;
  }

  private add(own: number, kind: number): void {
    const isSidechain = this.flag(FIELDS.isSidechain);
    this.fit(own);
    if (own === 0 || isSidechain === undefined || this.orders[own] !== 0) {
      this.giveUp();
      return;
    }
    this.orders[own] = this.order;
    this.marks[own] = kind;
    if (kind & CONVERSATION) this.noteTime(own);
    this.parents[own] = this.parent();
    if (kind & READ && !isSidechain) this.tip = own;
  }

  private parent(): number {
    const first = this.first(FIELDS.parentUuid);
    if (first === undefined || first === NULL) return 0;
    const number = this.ids.findAt(this.members.start(FIELDS.parentUuid) + 1);
    if (number > 0 && (this.orders[number] ?? 0) > 0) return number;
    this.missing.add(this.members.text(FIELDS.parentUuid) ?? '');
    return NOT_FOUND;
  }

  private takeBoundary(words: Uint32Array, record: number): void {
    this.boundary = this.order;
    this.leaf = undefined;
    this.moved.clear();
    const entry = JSON.parse(this.bytes.toString('utf8', words[record + 1], words[record + 2])) as Entry;
    for (const id of idsWithin((entry as { compactMetadata?: unknown }).compactMetadata)) this.moved.add(id);
  }

  /** Whether it is certain that the client resumes it, at the tip that the file has. */
  resumesPlainly(): boolean {
    const { tip, ids, marks } = this;
    if (!this.isOrdinary || tip === 0 || this.isAwaited(tip)) return false;
    let last = tip;
    while (last > 0 && !((marks[last] ?? 0) & CONVERSATION)) last = this.above(last);
    if (last <= 0 || !this.isTimed(last)) return false;
    const leaf = this.leaf === undefined ? 0 : ids.findText(this.leaf);
    // No line that a resume could go to has that id.
    if (leaf === 0 || !((marks[leaf] ?? 0) & READ)) return true;
    let at = tip;
    while (at > 0 && at !== leaf) at = this.above(at);
    return at === leaf;
  }

  /** 0 or less where only the nodes tell what is above. */
  private above(number: number): number {
    const parent = this.parents[number] ?? 0;
    const isSettled = parent > 0 && (this.orders[parent] ?? 0) > this.boundary;
    return isSettled && !this.isMoved(parent) && !this.isMoved(number) ? parent : NOT_FOUND;
  }

  private isMoved(number: number): boolean {
    for (const id of this.moved) if (this.ids.findText(id) === number) return true;
    return false;
  }

  /** Whether a line before it hangs on it, or a compaction has to do with it. */
  private isAwaited(number: number): boolean {
    for (const id of this.missing) if (this.ids.findText(id) === number) return true;
    return (this.orders[number] ?? 0) < this.boundary || this.isMoved(number);
  }

  /** Of the last lines only: which of them counts is known at the end. */
  private noteTime(own: number): void {
    const start = this.members.start(FIELDS.timestamp);
    const length = Math.min(start === 0 ? 0 : this.members.end(FIELDS.timestamp) - start, LONGEST_TIME);
    const slot = this.timed++ % KEPT_TIMES;
    this.timedLines[slot] = own;
    this.timeLengths[slot] = length;
    this.bytes.copy(this.times, slot * LONGEST_TIME, start, start + length);
  }

  /** False when it has none, or when that is not known any more. */
  private isTimed(own: number): boolean {
    const slot = this.timedLines.indexOf(own);
    const length = this.timeLengths[slot] ?? 0;
    if (slot < 0 || length === 0 || length === LONGEST_TIME) return false;
    const text: unknown = JSON.parse(this.times.toString('utf8', slot * LONGEST_TIME, slot * LONGEST_TIME + length));
    return !Number.isNaN(timeOf(text));
  }

  private flag(field: number): boolean | undefined {
    const first = this.first(field);
    if (first === undefined || first === FALSE || first === NULL) return false;
    return first === TRUE ? true : undefined;
  }

  private first(field: number): number | undefined {
    return this.members.first(field);
  }

  private fit(number: number): void {
    if (number < this.parents.length) return;
    const length = Math.max(number + 1, this.parents.length * 2);
    this.parents = widened(this.parents, new Int32Array(length));
    this.orders = widened(this.orders, new Int32Array(length));
    this.marks = widened(this.marks, new Uint8Array(length));
  }
}

function widened<A extends Int32Array | Uint8Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

function idsWithin(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(idsWithin);
  return isObject(value) ? Object.values(value).flatMap(idsWithin) : [];
}
