import type { Node } from '../graph/node.js';
import { hasEscapedLetters } from '../outline/escaped-letters.js';
import { ESCAPED_LETTERS } from '../outline/outline-kernel.js';
import type { Window } from '../outline/windows.js';
import type { OpenFile, Waiting } from '../write/open-file.js';
import { isRequestRecord } from './clone-file.js';
import { CopiedStretches } from './copied-stretches.js';
import { Why } from './follow-kernel.js';
import { GraphLines } from './graph-lines.js';
import type { KernelIds } from './kernel-ids.js';

const LINE_FEED = 10;
/** As it stands on lines that the kernel walks: nothing is blank there. */
const THOUGHT = Buffer.from('"thinking":"');
const SIGNATURE = Buffer.from('"signature"');
const THINKING = Buffer.from('"thinking"');

/** Copies windows of lines with new ids, and proves them. `isPlain` turns false when they need more care. */
export class Copier extends GraphLines {
  /** How many lines have no place in the copy. */
  left = 0;
  readonly copies: CopiedStretches;
  /** Of the window at hand: where thoughts begin and end, one after another, and lines that stay behind. */
  private readonly thoughts: number[] = [];
  private readonly dropped: { start: number; end: number }[] = [];

  constructor(ids: KernelIds, out: OpenFile, from = 0) {
    super(ids, {}, { windows: 2, wanted: Why.thoughts | Why.request });
    this.copies = new CopiedStretches(this.kernel, out, from);
  }

  *takeWindow({ end, byte }: Window): Waiting<void> {
    this.dropped.length = 0;
    this.thoughts.length = 0;
    this.copies.fit(end);
    this.fitIds(end);
    this.copies.begin();
    this.takeLines(end, byte);
    // A line is added to the copy's last one, and then it is not the source any more.
    if (this.kernel.bytes[end - 1] !== LINE_FEED) this.isPlain = false;
    if ((this.kernel.escapes & ESCAPED_LETTERS) !== 0) this.isPlain = false;
    let start = 0;
    for (const line of this.dropped) {
      yield* this.copy(start, line.start);
      start = line.end;
    }
    yield* this.copy(start, end);
    this.kernel.takeTurn();
  }

  /** Whether all of it is written and proven. */
  *finish(): Waiting<boolean> {
    return this.isPlain && (yield* this.copies.finish());
  }

  protected override tookWalked(record: number, why: number): void {
    const { words } = this.kernel;
    const start = words[record + 1] ?? 0;
    const end = words[record + 2] ?? 0;
    if (why & Why.request) this.drop(start, end);
    if (why & Why.thoughts) this.noteThoughts(start, end);
  }

  protected override tookOdd(start: number, end: number, nodes: readonly Node[]): void {
    const { bytes } = this.kernel;
    const thought = bytes.indexOf(THINKING, start);
    if ((thought >= 0 && thought < end) || hasEscapedLetters(bytes, start, end)) this.isPlain = false;
    const isRequest = nodes.some(({ type }) => type.startsWith('api-request'));
    if (isRequest && isRequestRecord(bytes, start)) this.drop(start, end);
  }

  private drop(start: number, end: number): void {
    this.dropped.push({ start, end });
    this.left++;
  }

  /** Whole lines. */
  private *copy(start: number, end: number): Waiting<void> {
    if (!this.isPlain || start === end) return;
    this.isPlain = yield* this.copies.add({ start, end }, this.thoughts);
  }

  /** From the words of a thought to its signature. Whatever stands behind the words is taken for it. */
  private noteThoughts(start: number, end: number): void {
    const line = this.kernel.bytes.subarray(start, end);
    for (let at = line.indexOf(THOUGHT); at >= 0; ) {
      const stop = line.indexOf(SIGNATURE, at);
      this.thoughts.push(start + at, stop < 0 ? end : start + stop);
      at = stop < 0 ? -1 : line.indexOf(THOUGHT, stop);
    }
  }
}
