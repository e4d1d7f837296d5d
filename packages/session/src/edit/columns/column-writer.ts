import { type Entry, modernise } from '../../entry/entry.js';
import { parse } from '../../line/json.js';
import { lineLimit } from '../../line/split.js';
import { forEachWindow, type Window, type WindowTaker } from '../../outline/windows.js';
import type { Sink } from '../../write/sink.js';
import { readyLine } from '../clone-file.js';
import { nothingLeft } from '../left-behind.js';
import { lineOf, patchLine } from '../patch-line.js';
import type { EditPlan } from '../plan.js';
import { mend, touchesPreserved } from '../references.js';
import { LineSplicer } from '../splice-line.js';
import type { EditCounts } from '../write-edit.js';
import { ColumnRemains } from './column-remains.js';
import type { SessionColumns } from './session-columns.js';

const LINE_FEED = 10;
/** What becomes of a line: the same but for its ids, nothing, or something that is made of it. */
const [SAME, DROPPED, MADE] = [0, 1, 2];

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
    throw new Error(`${this.session.file} changed while it was edited`);
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
      else {
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
      if (remains.hangsOnDropped(line) || (columns.thoughts[line] ?? 0) > 0) fates[line] = MADE;
    }
    for (const line of session.rare.keys()) fates[line] = MADE;
    for (const line of plan.changes.keys()) fates[line] = MADE;
    for (const line of plan.drops) fates[line] = DROPPED;
    return fates;
  }

  /** Whole lines as they stand in the file. */
  private copy(start: number, end: number): void {
    if (start === end) return;
    const { kernel } = this.session;
    kernel.replaceIds(start, end);
    this.sink.write(kernel.bytes.subarray(start, end));
  }

  private make(line: number, range: { start: number; end: number }): void {
    const made = this.spliced(line, range);
    if (made === 'same') {
      this.counts.kept++;
      this.put(Buffer.from(this.session.kernel.bytes.subarray(range.start, range.end)));
      return;
    }
    const bytes = made ?? this.rewritten(line, range);
    this.counts.changed++;
    this.lengths.set(line, bytes.length);
    this.put(bytes);
  }

  /** Changed in its bytes, or not at all. Undefined when the line has to be parsed for what is done to it. */
  private spliced(line: number, range: { start: number; end: number }): Buffer | 'same' | undefined {
    const { plan, remains, session } = this;
    const limit = plan.cuts.get(line);
    const extra = session.rare.get(line);
    if ((limit === undefined && plan.changes.has(line)) || touchesPreserved({ extra }, remains)) return undefined;
    const patches = remains.patchesFor(line);
    const cut = limit === undefined ? undefined : { limit, size: session.columns.size[line] ?? 0 };
    if (!cut && patches.length === 0) return 'same';
    const { kernel } = session;
    return (
      this.splicer.spliceIn(kernel, range, { patches, remains, cut }) ??
      (cut ? undefined : patchLine(Buffer.from(kernel.bytes.subarray(range.start, range.end)), patches))
    );
  }

  private rewritten(line: number, { start, end }: { start: number; end: number }): Buffer {
    const { plan, remains, session } = this;
    const entry = parse(session.kernel.bytes.toString('utf8', start, end)) as Entry | undefined;
    if (!entry) return this.takeLong();
    const change = plan.changes.get(line);
    return lineOf(mend(change ? change(modernise(entry)) : entry, { index: line }, remains, plan));
  }

  /** One line in bytes that may be changed. */
  private put(bytes: Buffer): void {
    const line = readyLine(bytes, { ids: this.session.ids, left: this.left, mayHideIds: false });
    if (line) this.sink.write(line);
  }
}
