import type { Entry } from '../format/entry.js';
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

/** What is known of lines, for whoever has followed those before them. */
export interface GraphFacts {
  columns: GraphColumns;
  missing: [line: number, parent: string][];
  leaf: string | undefined;
  compaction: Uint8Array | undefined;
  tip: number;
  boundary: number;
  /** How many lines were taken. */
  order: number;
  times: ReadonlyMap<number, string>;
  isOrdinary: boolean;
}

/**
 * Tells of ordinary sessions that they resume, from little: the last line of the main conversation is the tip, for no
 * line hangs on a later one. Of whatever is not ordinary it says nothing; then the nodes are asked (see planResume),
 * and a test proves that both say the same. The lines themselves are followed by the kernel.
 */
export class CopyGraph {
  /** What it has to be told of. */
  static readonly wanted = Why.boundary | Why.leaf | Why.orphan;
  /** Parents that no line before had. */
  private missing: [line: number, parent: string][] = [];
  private leaf: string | undefined;
  /** The line that the last compaction left. */
  private compaction: Uint8Array | undefined;
  private isOrdinary = true;
  /** Where lines come behind those that the kernel has followed. */
  private behind: Pick<GraphFacts, 'tip' | 'boundary' | 'times'> | undefined;
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
    if (why & Why.orphan) {
      const own = kernel.ids.findText(members.text(FIELDS.uuid) ?? '');
      this.missing.push([own, members.text(FIELDS.parentUuid) ?? '']);
    }
  }

  /** All that is known, as plain data. */
  facts(): GraphFacts {
    const { kernel, leaf, compaction } = this;
    const { tip, boundary, order } = kernel;
    const { parents, orders, marks } = kernel.columns();
    const columns = { parents: parents.slice(), orders: orders.slice(), marks: marks.slice() };
    const isOrdinary = this.isOrdinary && kernel.isOrdinary;
    return {
      columns,
      missing: this.missing,
      leaf,
      compaction,
      tip,
      boundary,
      order,
      times: kernel.times(),
      isOrdinary,
    };
  }

  /** Lines that follow these, with the ids that they have brought. False when the ids do not go together. */
  absorb(ids: { digits: Uint8Array; kinds: Uint8Array }, facts: GraphFacts): boolean {
    const { kernel } = this;
    const numbers = kernel.ids.absorb(ids);
    if (!numbers) return false;
    const here = (number: number) => (number > 0 ? (numbers[number - 1] ?? 0) : number);
    const found = this.foundParents(facts.missing);
    const { parents, orders, marks } = kernel.columns();
    for (let number = 1; number <= numbers.length; number++) {
      const order = facts.columns.orders[number] ?? 0;
      const own = here(number);
      if (order === 0) continue;
      if (orders[own] !== 0) this.giveUp();
      orders[own] = order + kernel.order;
      marks[own] = facts.columns.marks[number] ?? 0;
      parents[own] = found.get(number) ?? here(facts.columns.parents[number] ?? 0);
    }
    for (const [line, parent] of facts.missing) if (!found.has(line)) this.missing.push([here(line), parent]);
    if (!facts.isOrdinary) this.giveUp();
    if (facts.boundary > 0) this.leaf = undefined;
    this.leaf = facts.leaf ?? this.leaf;
    this.compaction = facts.compaction ?? this.compaction;
    this.behind = {
      tip: facts.tip > 0 ? here(facts.tip) : kernel.tip,
      boundary: facts.boundary > 0 ? facts.boundary + kernel.order : kernel.boundary,
      times: new Map([...kernel.times(), ...[...facts.times].map(([line, time]) => [here(line), time] as const)]),
    };
    return true;
  }

  /** Of lines that miss their parent those that find it here. */
  private foundParents(missing: GraphFacts['missing']): Map<number, number> {
    const { orders } = this.kernel.columns();
    const found = new Map<number, number>();
    for (const [line, parent] of missing) {
      const number = this.kernel.ids.findText(parent);
      if (number > 0 && (orders[number] ?? 0) > 0) found.set(line, number);
    }
    return found;
  }

  /** Whether it is certain that the client resumes it, at the tip that the file has. */
  resumesPlainly(): boolean {
    const { kernel } = this;
    const { tip, boundary } = this.behind ?? kernel;
    if (!this.isOrdinary || !kernel.isOrdinary || tip === 0) return false;
    const way = new WayUp(kernel.columns(), boundary, this.moved());
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
    const entry = this.compaction && (parse(Buffer.from(this.compaction).toString('utf8')) as Entry | undefined);
    const ids = idsWithin((entry as { compactMetadata?: unknown } | undefined)?.compactMetadata);
    return new Set(ids.map((id) => this.kernel.ids.findText(id)).filter((number) => number > 0));
  }

  /** Whether a line before it hangs on it, or a compaction has to do with it. */
  private isAwaited(number: number, way: WayUp): boolean {
    for (const [, parent] of this.missing) if (this.kernel.ids.findText(parent) === number) return true;
    return way.isCompacted(number);
  }

  private isTimed(own: number): boolean {
    const written = (this.behind?.times ?? this.kernel.times()).get(own);
    return written !== undefined && !Number.isNaN(timeOf(parse(written)));
  }
}

/** From a line to the one it hangs on. */
class WayUp {
  constructor(
    private readonly columns: GraphColumns,
    private readonly boundary: number,
    private readonly moved: ReadonlySet<number>,
  ) {}

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
