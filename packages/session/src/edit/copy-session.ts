import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import type { Node } from '../graph/node.js';
import type { LineCounts, SessionBuilder } from '../graph/session.js';
import { lineLimit } from '../line/split.js';
import type { Family } from '../locate/family.js';
import { hasEscapedLetters } from '../outline/escaped-letters.js';
import { ESCAPED_LETTERS } from '../outline/outline-kernel.js';
import { type Window, windowsIn } from '../outline/windows.js';
import { isSameStamp, stampOf } from '../write/file-stamp.js';
import type { OpenFile, Waiting } from '../write/open-file.js';
import { isRequestRecord } from './clone-file.js';
import { CopiedStretches } from './copied-stretches.js';
import { Why } from './follow-kernel.js';
import { GraphLines } from './graph-lines.js';
import { collectFamilyIds, KernelIds } from './kernel-ids.js';

export interface CopyOrder {
  file: string;
  family: Family;
  /** The file to write; it must not exist yet. */
  draft: string;
  sessionId: string;
  newUuid: () => string;
}

export interface Copied {
  ids: KernelIds;
  /** Of the source. */
  lines: LineCounts;
  size: number;
  problems: SessionBuilder['problems'];
  problemCounts: SessionBuilder['problemCounts'];
  /** How many of its lines have no place in the copy. */
  left: number;
  /** False when only the nodes tell whether it does. */
  resumesPlainly: boolean;
}

/**
 * Copies a session's file with new ids in one pass, and proves it as it goes: what was written is read back, the old ids
 * are put in the place of the new ones, and then it is the source, byte for byte. Undefined, with nothing written, for
 * files that have to be copied with more care: ids that are no UUIDs, signed thoughts that name one, lines too long.
 *
 * Yields where it has to wait for the system; `open` decides whether it ever does (see OpenFile).
 */
export function* copySession(order: CopyOrder, open: (fd: number) => OpenFile): Waiting<Copied | undefined> {
  const { file, draft } = order;
  const stamp = stampOf(file);
  const ids = new KernelIds(order.newUuid(), order.sessionId);
  if (!stamp || !collectFamilyIds(ids.kernel, order.family)) return undefined;
  const fd = openSync(draft, 'wx+', 0o600);
  const out = open(fd);
  let isCopied = false;
  try {
    const copier = new Copier(ids, out);
    for (const found of windowsIn(file, lineLimit({}), copier.kernel)) {
      if ('bytes' in found) yield* copier.takeWindow(found);
      else copier.takeLong();
      if (!copier.isPlain) break;
    }
    const copied = yield* copier.finish();
    fsyncSync(fd);
    const now = stampOf(file);
    isCopied = copied?.size === stamp.size && now !== undefined && isSameStamp(now, stamp);
    return isCopied ? copied : undefined;
  } finally {
    try {
      // Nothing may be written to a file that is closed: its number may be another's by then.
      yield* out.settle();
    } finally {
      closeSync(fd);
      if (!isCopied) rmSync(draft, { force: true });
    }
  }
}

const LINE_FEED = 10;
/** As it stands on lines that the kernel walks: nothing is blank there. */
const THOUGHT = Buffer.from('"thinking":"');
const SIGNATURE = Buffer.from('"signature"');
const THINKING = Buffer.from('"thinking"');

class Copier extends GraphLines {
  private left = 0;
  private readonly copies: CopiedStretches;
  /** Of the window at hand: where thoughts begin and end, one after another, and lines that stay behind. */
  private readonly thoughts: number[] = [];
  private readonly dropped: { start: number; end: number }[] = [];

  constructor(ids: KernelIds, out: OpenFile) {
    super(ids, {}, { windows: 2, wanted: Why.thoughts | Why.request });
    this.copies = new CopiedStretches(this.kernel, out);
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

  *finish(): Waiting<Copied | undefined> {
    const { builder, ids, graph, left } = this;
    if (!this.isPlain || !(yield* this.copies.finish()) || !ids.kernel.areApart()) return undefined;
    const { lines, size, problems, problemCounts } = builder;
    return { ids, lines, size, problems, problemCounts, left, resumesPlainly: graph.resumesPlainly() };
  }
}
