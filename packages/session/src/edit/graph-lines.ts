import { isUtf8 } from 'node:buffer';
import type { Node } from '../graph/node.js';
import { SessionBuilder } from '../graph/session.js';
import { type ParseOptions, parseLine } from '../line/parse.js';
import { isUuid } from '../locate/session-id.js';
import { forEachId } from '../outline/ids-seen.js';
import { At, type OutlineKernel, SURROGATES } from '../outline/outline-kernel.js';
import type { Window } from '../outline/windows.js';
import { CopyGraph } from './copy-graph.js';
import { Kind } from './id-kernel.js';
import type { KernelIds } from './kernel-ids.js';

/** Goes through lines without keeping them: their ids become known, their graph is followed, and they are counted. */
export class GraphLines {
  /** False when a file is not one that can be understood this way. */
  isPlain = true;
  protected readonly graph: CopyGraph;
  /** Counts lines and problems. */
  protected readonly builder = new SessionBuilder('graph');

  constructor(
    protected readonly ids: KernelIds,
    protected readonly kernel: OutlineKernel,
    private readonly options: ParseOptions,
  ) {
    this.graph = new CopyGraph(ids.kernel);
  }

  takeLong(): void {
    this.isPlain = false;
  }

  /** A window in the kernel's memory; afterwards it stands in that of the ids too. */
  protected takeLines({ bytes, end, byte }: Window): void {
    const { kernel, ids } = this;
    ids.kernel.fit(end);
    ids.kernel.bytes.set(bytes.subarray(0, end));
    const isText = isUtf8(bytes.subarray(0, end));
    for (let from = 0; from < end; ) {
      from = kernel.outline(from, end);
      for (let index = 0; index < kernel.records; index++) this.takeLine(kernel.record(index), byte, isText);
    }
  }

  /** After a line whose type is known without parsing it. */
  protected tookWalked(_record: number, _type: string | undefined): void {}

  /** After a line that was parsed and holds something. */
  protected tookOdd(_start: number, _end: number, _nodes: readonly Node[]): void {}

  private takeLine(record: number, from: number, isText: boolean): void {
    const { words } = this.kernel;
    const start = words[record + 1] ?? 0;
    const end = words[record + 2] ?? 0;
    const hasSurrogates = ((words[record + 3] ?? 0) & SURROGATES) !== 0;
    const isWalked = isText && words[record] === 1 && !(hasSurrogates && this.isSuspect(start, end));
    if (!isWalked) {
      this.takeOdd(start, end, from + start);
      return;
    }
    this.builder.lines.total++;
    this.builder.lines.read++;
    this.builder.size += end - start;
    this.tookWalked(record, this.graph.take(this.kernel, record, this.addIds(record)));
  }

  /** Whether a line with halves of surrogate pairs has one too many, where that is asked. */
  private isSuspect(start: number, end: number): boolean {
    if (!this.options.thorough) return false;
    return parseLine({ bytes: this.kernel.bytes, start, end, number: 0, byte: 0 }, this.options).problems.length > 0;
  }

  /** Gives the number of the line's own uuid, or 0. */
  private addIds(record: number): number {
    const { kernel, ids } = this;
    const { words } = kernel;
    const facts = record + At.facts;
    const hasUuid = ((words[record + At.line] ?? 0) & 2) !== 0;
    const ownAt = hasUuid ? (words[record + At.line + 3] ?? 0) : 0;
    let own = 0;
    for (let index = 0; index < (words[facts + 7] ?? 0); index++) {
      const at = kernel.listed(words[facts + 8] ?? 0, index);
      const number = ids.addLineAt(kernel.bytes, at + 1);
      if (number < 0) this.isPlain = false;
      else if (at === ownAt) own = number;
    }
    for (let index = 0; index < (words[facts + 9] ?? 0); index++) {
      if (!ids.addSessionAt(kernel.listed(words[facts + 10] ?? 0, index) + 1)) this.isPlain = false;
    }
    if (hasUuid && own === 0) this.isPlain = false;
    return own;
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
