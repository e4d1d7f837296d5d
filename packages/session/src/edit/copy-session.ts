import { closeSync, fdatasync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { Node } from '../graph/node.js';
import type { LineCounts, SessionBuilder } from '../graph/session.js';
import { lineLimit } from '../line/split.js';
import type { Family } from '../locate/family.js';
import { hasEscapedLetters } from '../outline/escaped-letters.js';
import { At, ESCAPED_LETTERS, type OutlineKernel, withKernel } from '../outline/outline-kernel.js';
import { forEachWindow, type Window, type WindowTaker } from '../outline/windows.js';
import { isSameStamp, stampOf } from '../write/file-stamp.js';
import { writeFully } from '../write/sink.js';
import { isRequestRecord } from './clone-file.js';
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
 */
export function copySession(order: CopyOrder): Copied | undefined {
  const { file, draft } = order;
  const stamp = stampOf(file);
  const ids = new KernelIds(order.newUuid(), order.sessionId);
  if (!stamp || !collectFamilyIds(ids.kernel, order.family)) return undefined;
  const fd = openSync(draft, 'wx+', 0o600);
  let isCopied = false;
  try {
    const copied = withKernel((kernel) => {
      const copier = new Copier(ids, kernel, fd);
      forEachWindow(file, lineLimit({}), copier, kernel);
      return copier.finish();
    });
    fsyncSync(fd);
    const now = stampOf(file);
    isCopied = copied?.size === stamp.size && now !== undefined && isSameStamp(now, stamp);
    return isCopied ? copied : undefined;
  } finally {
    closeSync(fd);
    if (!isCopied) rmSync(draft, { force: true });
  }
}

const SYNC_EVERY = 32 * 1024 * 1024;
const MAX_WAITING = 100_000;
const UUID_LENGTH = 36;
const LINE_FEED = 10;
/** As it stands on lines that the kernel walks: nothing is blank there. */
const THOUGHT = Buffer.from('"thinking":"');
const SIGNATURE = Buffer.from('"signature"');
const THINKING = Buffer.from('"thinking"');

class Copier extends GraphLines implements WindowTaker {
  private left = 0;
  private written = 0;
  private synced = 0;
  /** Ids that no line had yet where they stand in the copy. */
  private readonly waiting: { at: number; id: string }[] = [];
  private readonly inThoughts = new Set<string>();
  /** Of the window at hand: where thoughts begin and end, one after another, and lines that stay behind. */
  private readonly thoughts: number[] = [];
  private readonly dropped: { start: number; end: number }[] = [];

  constructor(
    ids: KernelIds,
    kernel: OutlineKernel,
    private readonly fd: number,
  ) {
    super(ids, kernel, {});
  }

  takeWindow({ bytes, end, byte }: Window): void {
    if (!this.isPlain) return;
    this.dropped.length = 0;
    this.thoughts.length = 0;
    this.takeLines({ bytes, end, byte });
    // A line is added to the copy's last one, and then it is not the source any more.
    if (bytes[end - 1] !== LINE_FEED) this.isPlain = false;
    let start = 0;
    for (const line of this.dropped) {
      this.copy(bytes, start, line.start);
      start = line.end;
    }
    this.copy(bytes, start, end);
  }

  protected override tookWalked(record: number, type: string | undefined): void {
    const { words, bytes } = this.kernel;
    const start = words[record + 1] ?? 0;
    const end = words[record + 2] ?? 0;
    if (((words[record + 3] ?? 0) & ESCAPED_LETTERS) !== 0) this.isPlain = false;
    if (type?.startsWith('api-request') && isRequestRecord(bytes, start)) this.drop(start, end);
    if ((words[record + At.facts + 2] ?? 0) > 0) this.noteThoughts(bytes, start, end);
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
  private copy(bytes: Buffer, start: number, end: number): void {
    if (!this.isPlain || start === end) return;
    const { kernel } = this.ids;
    const notes = kernel.replace(start, end);
    this.isPlain = this.ids.hasRoomFor(notes) && this.keepNotes(bytes, notes, start);
    if (!this.isPlain) return;
    const length = end - start;
    writeFully(this.fd, kernel.bytes.subarray(start, end));
    const back = kernel.back.subarray(0, length);
    this.isPlain =
      isRead(this.fd, back, this.written) && kernel.restore(notes, start) && back.compare(bytes, start, end) === 0;
    this.written += length;
    this.beginSync();
  }

  /** False when a thought would have to change. */
  private keepNotes(bytes: Buffer, notes: number, start: number): boolean {
    const { kernel } = this.ids;
    const { thoughts } = this;
    let span = 0;
    for (let note = 0; note < notes; note++) {
      const place = kernel.placeNoted(note);
      const number = kernel.numberNoted(note);
      while ((thoughts[span + 1] ?? Number.POSITIVE_INFINITY) <= place) span += 2;
      const isInThought = (thoughts[span] ?? Number.POSITIVE_INFINITY) < place;
      if (number > 0 && isInThought) return false;
      if (number > 0) continue;
      const id = bytes.toString('latin1', place, place + UUID_LENGTH);
      if (isInThought) this.inThoughts.add(id);
      if (this.waiting.length === MAX_WAITING) return false;
      this.waiting.push({ at: this.written + place - start, id });
    }
    return true;
  }

  /** From the words of a thought to its signature. Whatever stands behind the words is taken for it. */
  private noteThoughts(bytes: Buffer, start: number, end: number): void {
    const line = bytes.subarray(start, end);
    for (let at = line.indexOf(THOUGHT); at >= 0; ) {
      const stop = line.indexOf(SIGNATURE, at);
      this.thoughts.push(start + at, stop < 0 ? end : start + stop);
      at = stop < 0 ? -1 : line.indexOf(THOUGHT, stop);
    }
  }

  /** Has the system write what is there while the next lines are read; nobody waits for it yet. */
  private beginSync(): void {
    if (this.written - this.synced < SYNC_EVERY) return;
    this.synced = this.written;
    fdatasync(this.fd, () => {});
  }

  finish(): Copied | undefined {
    const { builder, ids, graph, left } = this;
    if (!this.isPlain || !ids.kernel.areApart()) return undefined;
    for (const id of this.inThoughts) if (ids.kernel.findText(id) > 0) return undefined;
    if (!this.waiting.every(({ at, id }) => this.putLate(at, id))) return undefined;
    const { lines, size, problems, problemCounts } = builder;
    return { ids, lines, size, problems, problemCounts, left, resumesPlainly: graph.resumesPlainly() };
  }

  /** An id that a later line has. */
  private putLate(at: number, id: string): boolean {
    const { kernel } = this.ids;
    const number = kernel.findText(id);
    if (number === 0) return true;
    const fresh = kernel.newText(number);
    const found = Buffer.alloc(UUID_LENGTH);
    const isThere = (text: string) => isRead(this.fd, found, at) && found.toString('latin1') === text;
    return isThere(id) && writeSync(this.fd, fresh, at, 'latin1') === UUID_LENGTH && isThere(fresh);
  }
}

function isRead(fd: number, bytes: Buffer, from: number): boolean {
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(fd, bytes, done, bytes.length - done, from + done);
    if (count === 0) return false;
    done += count;
  }
  return true;
}
