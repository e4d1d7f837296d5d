import { isUtf8 } from 'node:buffer';
import type { Node } from '../graph/node.js';
import { SessionBuilder } from '../graph/session.js';
import { type ParseOptions, parseLine } from '../line/parse.js';
import { isUuid } from '../locate/session-id.js';
import { forEachId } from '../outline/ids-seen.js';
import { At } from '../outline/outline-kernel.js';
import { CopyGraph } from './copy-graph.js';
import { FollowKernel, Why } from './follow-kernel.js';
import { Kind } from './id-kernel.js';
import type { KernelIds } from './kernel-ids.js';

const UUID_LENGTH = 36;

/** Goes through lines without keeping them: their ids become known, their graph is followed, and they are counted. */
export class GraphLines {
  readonly kernel: FollowKernel;
  /** Whether it can be understood this way, as far as lines were parsed. */
  isPlain = true;
  readonly graph: CopyGraph;
  /** Counts lines and problems. */
  readonly builder = new SessionBuilder('graph');
  private readonly wanted: number;

  /** `wanted`: for which lines `tookWalked` is called. */
  constructor(
    readonly ids: KernelIds,
    private readonly options: ParseOptions,
    { windows, wanted }: { windows: number; wanted: number },
  ) {
    this.kernel = new FollowKernel(ids.kernel, windows);
    this.graph = new CopyGraph(this.kernel);
    this.wanted = CopyGraph.wanted | Why.strangeId | wanted | (options.thorough ? Why.surrogates : 0);
  }

  takeLong(): void {
    this.isPlain = false;
  }

  /** A window in the kernel's memory. */
  protected takeLines(end: number, byte: number): void {
    const { kernel } = this;
    this.fitIds(end);
    const isText = isUtf8(kernel.bytes.subarray(0, end));
    for (let from = 0; from < end; ) {
      from = kernel.outline(from, end);
      this.takeRecords(byte, isText);
      this.tookRecords(byte);
    }
    this.isPlain &&= kernel.isPlain;
  }

  /** So many could stand in a window: memory does not move while it is walked. */
  protected fitIds(end: number): void {
    this.ids.kernel.fitIds(Math.ceil(end / UUID_LENGTH));
  }

  private takeRecords(byte: number, isText: boolean): void {
    const { kernel } = this;
    const { records } = kernel;
    let counted = 0;
    for (let index = 0; index < records; index++) {
      const first = index;
      if (isText) index = kernel.follow(first, this.wanted);
      if (index === records) break;
      const record = kernel.record(index);
      const start = kernel.words[record + 1] ?? 0;
      const end = kernel.words[record + 2] ?? 0;
      let why = isText ? kernel.why : Why.odd;
      if (why === Why.surrogates) why = this.isSuspect(start, end) ? Why.odd : kernel.followOne(index);
      if (why !== Why.odd) {
        if (why !== 0) this.tookLine(record, why);
        continue;
      }
      this.countWalked(counted, index);
      counted = index + 1;
      this.takeOdd(start, end, byte + start);
    }
    this.countWalked(counted, records);
  }

  /** Lines with these records that needed no parsing. */
  private countWalked(from: number, to: number): void {
    if (from === to) return;
    const { words } = this.kernel;
    const { lines } = this.builder;
    lines.total += to - from;
    lines.read += to - from;
    const start = words[this.kernel.record(from) + 1] ?? 0;
    this.builder.size += (words[this.kernel.record(to - 1) + 2] ?? 0) - start;
  }

  private tookLine(record: number, why: number): void {
    if (why & Why.strangeId) this.lookAtIds(record);
    if (why & CopyGraph.wanted) this.graph.take(record, why);
    if (why & this.wanted) this.tookWalked(record, why);
  }

  /** After lines whose records are at hand still; `byte` is where the window begins. */
  protected tookRecords(_byte: number): void {}

  /** After a line that was walked and is of a wanted kind. */
  protected tookWalked(_record: number, _why: number): void {}

  /** After a line that was parsed and holds something. */
  protected tookOdd(_start: number, _end: number, _nodes: readonly Node[]): void {}

  /** Whether a line with halves of surrogate pairs has one too many. */
  private isSuspect(start: number, end: number): boolean {
    return parseLine({ bytes: this.kernel.bytes, start, end, number: 0, byte: 0 }, this.options).problems.length > 0;
  }

  /** Some are not as the kernel wants them: a UUID in capitals is one all the same. */
  private lookAtIds(record: number): void {
    const { kernel } = this;
    const facts = record + At.facts;
    for (let index = 0; index < (kernel.words[facts + 7] ?? 0); index++) {
      const at = kernel.listed(kernel.words[facts + 8] ?? 0, index) + 1;
      const id = kernel.bytes.toString('latin1', at, at + UUID_LENGTH);
      if (isUuid(id) && this.ids.kernel.findText(id) === 0) this.isPlain = false;
    }
  }

  /** A line that has to be parsed. */
  private takeOdd(start: number, end: number, byte: number): void {
    const { builder, ids, kernel } = this;
    const { bytes } = kernel;
    const number = builder.lines.total + 1;
    const parsed = parseLine({ bytes, start, end, number, byte }, this.options);
    builder.add({ number, byte, length: end - start, bytes: bytes.subarray(start, end), ...parsed });
    forEachId(
      { bytes, start, end },
      {
        uuid: (id) => {
          if (isUuid(id) && ids.kernel.addText(id, Kind.line) === 0) this.isPlain = false;
        },
        session: (id) => {
          if (!ids.addSession(id)) this.isPlain = false;
        },
      },
    );
    if (parsed.objects.length === 0) return;
    this.graph.giveUp();
    const nodes = builder.nodes.splice(0);
    for (const { uuid } of nodes) if (uuid !== undefined && ids.kernel.findText(uuid) === 0) this.isPlain = false;
    this.tookOdd(start, end, nodes);
  }
}
