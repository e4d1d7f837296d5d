import { type Entry, modernise } from '../../format/entry.js';
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
import { GatheredLines } from './gathered-lines.js';
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
  private readonly gathered: GatheredLines;
  private line = 0;

  constructor(
    private readonly session: SessionColumns,
    private readonly plan: EditPlan,
    sink: Sink,
  ) {
    this.gathered = new GatheredLines(session.kernel, sink);
    this.remains = new ColumnRemains(session, plan);
    this.fates = this.fatesOf();
  }

  write(): EditCounts {
    const { session } = this;
    forEachWindow(session.file, lineLimit({}), this, session.kernel);
    if (this.line !== session.count) this.takeLong();
    this.gathered.flush();
    session.assureSame();
    return { ...this.counts, left: this.left, lengths: this.lengths };
  }

  takeLong(): never {
    throw new ChangedFileError(`${this.session.file} changed while it was edited`);
  }

  takeWindow({ end, byte }: Window): void {
    const { columns, count, kernel } = this.session;
    let taken = 0;
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
      } else if (fate === DROPPED) {
        this.counts.dropped++;
        this.gathered.add(taken, start);
        taken = next;
      } else taken = this.make(this.line, { start, end: next }, taken);
    }
    this.gathered.add(taken, end);
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
    const { remains, session } = this;
    const { kernel, columns } = session;
    const parent = remains.keptAbove(columns.parent[line] ?? 0);
    const source = this.sourceDropped(line, start);
    const from = source === 0 ? 0 : remains.keptAbove(source);
    if (parent < 0 || from < 0) return false;
    kernel.putId(start + (columns.parentAt[line] ?? 0) + 1, parent);
    if (from > 0) kernel.putId(start + (columns.sourceAt[line] ?? 0) + 1, from);
    return true;
  }

  /** The number of a dropped line that is named as the one a result belongs to; 0 when there is none. */
  private sourceDropped(line: number, start: number): number {
    const source = this.session.columns.sourceAt[line] ?? 0;
    const number = source === 0 ? 0 : this.session.kernel.idAt(start + source);
    return this.remains.isDroppedNumber(number) ? number : 0;
  }

  /** `taken` is where what was not gathered yet begins; gives where it begins then. */
  private make(line: number, range: { start: number; end: number }, taken: number): number {
    const { plan, remains, session } = this;
    const limit = plan.cuts.get(line);
    const extra = session.rare.get(line);
    const isParsed = (limit === undefined && plan.changes.has(line)) || touchesPreserved({ extra }, remains);
    const splices = isParsed || extra ? undefined : this.splicesOf(line, range, limit);
    const patches = extra && !isParsed ? remains.patchesFor(line) : undefined;
    if (splices?.length === 0 || patches?.length === 0) {
      this.counts.kept++;
      return this.put(Buffer.from(session.kernel.bytes.subarray(range.start, range.end)), range, taken);
    }
    this.counts.changed++;
    // What holds no thought has nothing to be changed besides but its ids.
    const holdsThoughts = (session.columns.thoughts[line] ?? 0) > 0;
    if (splices && !holdsThoughts) return this.splice(line, range, { splices, taken });
    const bytes = splices
      ? this.spliced(range, splices)
      : ((patches && this.splicer.spliceIn(session.kernel, range, { patches, remains })) ??
        this.rewritten(line, range));
    this.lengths.set(line, bytes.length);
    return this.put(bytes, range, taken);
  }

  /** What stays of the line goes with the lines around it. */
  private splice(
    line: number,
    { start, end }: { start: number; end: number },
    { splices, taken }: { splices: Splice[]; taken: number },
  ): number {
    let from = taken;
    let length = end - start;
    for (const splice of splices.sort((a, b) => a.start - b.start)) {
      this.gathered.add(from, splice.start);
      length += this.gathered.addText(splice.text) - (splice.end - splice.start);
      from = splice.end;
    }
    this.lengths.set(line, length);
    return from;
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
    const isTouched = splices.length > 0 || limit !== undefined;
    const source = isTouched ? this.sourceDropped(line, start) : 0;
    if (source > 0) put(columns.sourceAt[line] ?? 0, remains.ofNumber(source));
    if (limit === undefined) return splices;
    const content = { start: start + (columns.contentAt[line] ?? 0), end: start + (columns.contentEnd[line] ?? 0) };
    const cut = { limit, size: columns.size[line] ?? 0 };
    splices.push(shortContent(content, cut, (from, count) => kernel.endOfCharacters(from, count)));
    const result = { start: start + (columns.resultAt[line] ?? 0), end: start + (columns.resultEnd[line] ?? 0) };
    if (result.start > start) splices.push(withoutToolUseResult(kernel.bytes, result));
    return splices;
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

  /** One line in bytes that may be changed, in the place of the one that stands there. */
  private put(bytes: Buffer, { start, end }: { start: number; end: number }, taken: number): number {
    this.gathered.add(taken, start);
    const line = readyLine(bytes, { ids: this.session.ids, left: this.left, mayHideIds: false });
    if (line) this.gathered.addReady(line);
    return end;
  }
}
