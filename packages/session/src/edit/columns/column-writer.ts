import { type Entry, modernise } from '../../entry/entry.js';
import { ChangedFileError } from '../../line/changed-file.js';
import { decode } from '../../line/decode.js';
import { parse } from '../../line/json.js';
import { lineLimit } from '../../line/split.js';
import { forEachWindow, type Window, type WindowTaker } from '../../outline/windows.js';
import type { Sink } from '../../write/sink.js';
import { readyLine } from '../clone-file.js';
import { nothingLeft } from '../left-behind.js';
import { lineOf } from '../patch-line.js';
import type { EditPlan } from '../plan.js';
import { mend, touchesPreserved } from '../references.js';
import { applySplices, LineSplicer, roomFor, type Splice, shortContent, withoutToolUseResult } from '../splice-line.js';
import type { EditCounts } from '../write-edit.js';
import { ColumnRemains } from './column-remains.js';
import { Kind } from './line-columns.js';
import { resultIn, type SessionColumns } from './session-columns.js';
import { NOT_READ, slimEntry } from './slim-entry.js';

const LINE_FEED = 10;
const QUOTED_ID = 38;
/**
 * What becomes of a line: the same but for its ids, nothing, something that is made of it, or the same at another place in
 * the graph.
 */
const [SAME, DROPPED, MADE, MOVED] = [0, 1, 2, 3];

/**
 * Writes a session with new ids as a plan says that drops and changes lines: what `writeEdit` writes, from columns. Lines
 * are read into the kernel's memory and get their ids there.
 */
export function writeColumns(session: SessionColumns, plan: EditPlan, sink: Sink): EditCounts {
  return new ColumnWriter(session, plan, sink).write();
}

class ColumnWriter implements WindowTaker {
  private readonly counts = { kept: 0, dropped: 0, changed: 0, inserted: 0 };
  private readonly lengths = new Map<number, number>();
  private readonly left = nothingLeft();
  private readonly remains: ColumnRemains;
  private readonly fates: Uint8Array;
  private readonly splicer = new LineSplicer();
  private line = 0;

  constructor(
    private readonly session: SessionColumns,
    private readonly plan: EditPlan,
    private readonly sink: Sink,
  ) {
    this.remains = new ColumnRemains(session, plan);
    this.fates = this.fatesOf();
  }

  write(): EditCounts {
    const { session } = this;
    forEachWindow(session.file, lineLimit({}), this, session.kernel);
    if (this.line !== session.count) this.takeLong();
    session.assureSame();
    return { ...this.counts, left: this.left, lengths: this.lengths };
  }

  takeLong(): never {
    throw new ChangedFileError(`${this.session.file} changed while it was edited`);
  }

  takeWindow({ end, byte }: Window): void {
    const { columns, count, kernel } = this.session;
    let copied = 0;
    for (; this.line < count; this.line++) {
      const start = (columns.byte[this.line] ?? 0) - byte;
      if (start >= end) break;
      const next = start + (columns.length[this.line] ?? 0);
      // Asked for again and again: its memory moves when it needs more.
      if (next > end || kernel.bytes[next - 1] !== LINE_FEED) this.takeLong();
      const fate = this.fates[this.line];
      if (fate === SAME) this.counts.kept++;
      else if (fate === MOVED && this.moveInPlace(this.line, start)) {
        this.counts.changed++;
        this.lengths.set(this.line, next - start);
      } else {
        this.copy(copied, start);
        if (fate === DROPPED) this.counts.dropped++;
        else this.make(this.line, { start, end: next });
        copied = next;
      }
    }
    this.copy(copied, end);
  }

  private fatesOf(): Uint8Array {
    const { plan, remains, session } = this;
    const { columns, count } = session;
    const fates = new Uint8Array(count);
    for (let line = 0; line < count; line++) {
      // A signed thought may name an id.
      if ((columns.thoughts[line] ?? 0) > 0) fates[line] = MADE;
      else if (remains.hangsOnDropped(line)) fates[line] = MOVED;
    }
    for (const line of session.rare.keys()) fates[line] = MADE;
    for (const line of plan.changes.keys()) fates[line] = MADE;
    for (const line of plan.drops) fates[line] = DROPPED;
    return fates;
  }

  /** A line that stays as long as it is goes with those around it. False when it does not. */
  private moveInPlace(line: number, start: number): boolean {
    const splices = this.splicesOf(line, { start }, undefined);
    if (splices.some(({ text }) => Buffer.byteLength(text) !== QUOTED_ID)) return false;
    for (const { start: at, text } of splices) this.session.kernel.bytes.write(text, at);
    return true;
  }

  /** Whole lines as they stand in the file. */
  private copy(start: number, end: number): void {
    if (start === end) return;
    const { kernel } = this.session;
    kernel.replaceIds(start, end);
    this.sink.write(kernel.bytes.subarray(start, end));
  }

  private make(line: number, range: { start: number; end: number }): void {
    const { plan, remains, session } = this;
    const limit = plan.cuts.get(line);
    const extra = session.rare.get(line);
    const isParsed = (limit === undefined && plan.changes.has(line)) || touchesPreserved({ extra }, remains);
    const splices = isParsed || extra ? undefined : this.splicesOf(line, range, limit);
    const patches = extra && !isParsed ? remains.patchesFor(line) : undefined;
    if (splices?.length === 0 || patches?.length === 0) {
      this.counts.kept++;
      this.put(Buffer.from(session.kernel.bytes.subarray(range.start, range.end)));
      return;
    }
    this.counts.changed++;
    if (splices && (session.columns.thoughts[line] ?? 0) === 0) this.splice(line, range, splices);
    else {
      const bytes = splices
        ? this.spliced(range, splices)
        : ((patches && this.splicer.spliceIn(session.kernel, range, { patches, remains })) ??
          this.rewritten(line, range));
      this.lengths.set(line, bytes.length);
      this.put(bytes);
    }
  }

  /** What changes in the bytes of a line. */
  private splicesOf(line: number, { start }: { start: number }, limit: number | undefined): Splice[] {
    const { remains, session } = this;
    const { columns, kernel } = session;
    const splices: Splice[] = [];
    const put = (at: number, to: string | null) => {
      // As long as an id in its quotes.
      splices.push({ start: start + at, end: start + at + QUOTED_ID, text: JSON.stringify(to) });
    };
    if (remains.hangsOnDropped(line)) put(columns.parentAt[line] ?? 0, remains.ofNumber(columns.parent[line] ?? 0));
    const source = columns.sourceAt[line] ?? 0;
    const isTouched = splices.length > 0 || limit !== undefined;
    if (isTouched && source > 0) {
      const number = kernel.idAt(start + source);
      if (remains.isDroppedNumber(number)) put(source, remains.ofNumber(number));
    }
    if (limit === undefined) return splices;
    const content = { start: start + (columns.contentAt[line] ?? 0), end: start + (columns.contentEnd[line] ?? 0) };
    const cut = { limit, size: columns.size[line] ?? 0 };
    splices.push(shortContent(content, cut, (from, count) => kernel.endOfCharacters(from, count)));
    const result = { start: start + (columns.resultAt[line] ?? 0), end: start + (columns.resultEnd[line] ?? 0) };
    if (result.start > start) splices.push(withoutToolUseResult(kernel.bytes, result));
    return splices;
  }

  /** A line that holds no thought: nothing but its ids has to change then. */
  private splice(line: number, range: { start: number; end: number }, splices: Splice[]): void {
    const { kernel, ids } = this.session;
    ids.kernel.fit(roomFor(range, splices));
    const room = ids.kernel.bytes;
    const length = applySplices(room, kernel.bytes, range, splices);
    ids.kernel.replaceAll(length);
    this.lengths.set(line, length);
    this.sink.write(room.subarray(0, length));
  }

  private spliced(range: { start: number; end: number }, splices: Splice[]): Buffer {
    const room = Buffer.alloc(roomFor(range, splices));
    return room.subarray(0, applySplices(room, this.session.kernel.bytes, range, splices));
  }

  private rewritten(line: number, { start, end }: { start: number; end: number }): Buffer {
    const { kernel, columns } = this.session;
    const { bytes } = kernel;
    // Whatever is done to a line with results takes `toolUseResult` away.
    const isShortened = this.plan.changes.has(line) && columns.kind[line] === Kind.results;
    const slim = isShortened ? slimEntry(bytes.subarray(start, end), resultIn(columns, line)) : undefined;
    const made = slim && this.written(line, slim);
    if (made && !made.includes(NOT_READ)) return made;
    const entry = parse(decode(bytes, start, end)) as Entry | undefined;
    return entry ? this.written(line, entry) : this.takeLong();
  }

  private written(line: number, entry: Entry): Buffer {
    const { plan, remains } = this;
    const change = plan.changes.get(line);
    return lineOf(mend(change ? change(modernise(entry)) : entry, { index: line }, remains, plan));
  }

  /** One line in bytes that may be changed. */
  private put(bytes: Buffer): void {
    const line = readyLine(bytes, { ids: this.session.ids, left: this.left, mayHideIds: false });
    if (line) this.sink.write(line);
  }
}
