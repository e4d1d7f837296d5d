import type { Entry } from '../entry/entry.js';
import { timeOf } from '../graph/node.js';
import { isObject, parse } from '../line/json.js';
import { KnownTexts } from '../outline/known-texts.js';
import { At, LINE } from '../outline/outline-kernel.js';
import { Members } from '../outline/record-members.js';
import { type FollowKernel, type GraphColumns, Why } from './follow-kernel.js';

const FIELDS = Object.fromEntries(LINE.map((name, field) => [name, field])) as Record<(typeof LINE)[number], number>;

/** What is known of a line that has a uuid. */
const READ = 1;
const CONVERSATION = 2;
const NOT_FOUND = -1;

/**
 * Tells of ordinary sessions that they resume, from little: the last line of the main conversation is the tip, for no
 * line hangs on a later one. Of whatever is not ordinary it says nothing; then the nodes are asked (see planResume),
 * and a test proves that both say the same. The lines themselves are followed by the kernel.
 */
export class CopyGraph {
  /** What it has to be told of. */
  static readonly wanted = Why.boundary | Why.leaf | Why.orphan;
  /** Parents that no line before had. */
  private readonly missing = new Set<string>();
  private leaf: string | undefined;
  /** The line that the last compaction left. */
  private compaction: Buffer | undefined;
  private isOrdinary = true;
  private readonly members = new Members(new KnownTexts());

  constructor(private readonly kernel: FollowKernel) {}

  /** For lines that nothing is known of. */
  giveUp(): void {
    this.isOrdinary = false;
  }

  /** A line that the kernel has taken, and what for it was asked about. */
  take(record: number, why: number): void {
    const { kernel, members } = this;
    members.use(kernel, record + At.line);
    if (why & Why.boundary) {
      this.leaf = undefined;
      this.compaction = Buffer.from(kernel.bytes.subarray(kernel.words[record + 1], kernel.words[record + 2]));
    }
    if (why & Why.leaf) this.leaf = members.text(FIELDS.leafUuid) || this.leaf;
    if (why & Why.orphan) this.missing.add(members.text(FIELDS.parentUuid) ?? '');
  }

  /** Whether it is certain that the client resumes it, at the tip that the file has. */
  resumesPlainly(): boolean {
    const { kernel } = this;
    const { tip } = kernel;
    if (!this.isOrdinary || !kernel.isOrdinary || tip === 0) return false;
    const way = new WayUp(kernel, this.moved());
    if (this.isAwaited(tip, way)) return false;
    let last = tip;
    while (last > 0 && !way.has(last, CONVERSATION)) last = way.above(last);
    if (last <= 0 || !this.isTimed(last)) return false;
    const leaf = this.leaf === undefined ? 0 : kernel.ids.findText(this.leaf);
    // No line that a resume could go to has that id.
    if (leaf === 0 || !way.has(leaf, READ)) return true;
    let at = tip;
    while (at > 0 && at !== leaf) at = way.above(at);
    return at === leaf;
  }

  /** Lines that the last compaction moves: what hangs on them is not where it seems. */
  private moved(): Set<number> {
    const entry = this.compaction && (parse(this.compaction.toString('utf8')) as Entry | undefined);
    const ids = idsWithin((entry as { compactMetadata?: unknown } | undefined)?.compactMetadata);
    return new Set(ids.map((id) => this.kernel.ids.findText(id)).filter((number) => number > 0));
  }

  /** Whether a line before it hangs on it, or a compaction has to do with it. */
  private isAwaited(number: number, way: WayUp): boolean {
    for (const id of this.missing) if (this.kernel.ids.findText(id) === number) return true;
    return way.isCompacted(number);
  }

  private isTimed(own: number): boolean {
    const written = this.kernel.timeOf(own);
    return written !== undefined && !Number.isNaN(timeOf(parse(written)));
  }
}

/** From a line to the one it hangs on. */
class WayUp {
  private readonly columns: GraphColumns;
  private readonly boundary: number;

  constructor(
    kernel: FollowKernel,
    private readonly moved: ReadonlySet<number>,
  ) {
    this.columns = kernel.columns();
    this.boundary = kernel.boundary;
  }

  has(number: number, mark: number): boolean {
    return ((this.columns.marks[number] ?? 0) & mark) !== 0;
  }

  isCompacted(number: number): boolean {
    return (this.columns.orders[number] ?? 0) < this.boundary || this.moved.has(number);
  }

  /** 0 or less where only the nodes tell what is above. */
  above(number: number): number {
    const { parents, orders } = this.columns;
    const parent = parents[number] ?? 0;
    const isSettled = parent > 0 && (orders[parent] ?? 0) > this.boundary;
    return isSettled && !this.moved.has(parent) && !this.moved.has(number) ? parent : NOT_FOUND;
  }
}

function idsWithin(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(idsWithin);
  return isObject(value) ? Object.values(value).flatMap(idsWithin) : [];
}
