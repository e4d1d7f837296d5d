import { type Entry, modernise } from '../entry/entry.js';
import type { Node } from '../graph/node.js';
import type { Line } from '../line/line.js';
import { savedSpans } from '../line/parse.js';
import { readLines } from '../line/read-lines.js';
import { copyRange } from '../write/copy.js';
import type { Sink } from '../write/sink.js';
import { lineOf, patchLine } from './patch-line.js';
import type { EditPlan } from './plan.js';
import { type FieldPatch, mend, patchesFor, Remains, touchesPreserved } from './references.js';

/** What became of the lines. */
export interface EditCounts {
  kept: number;
  dropped: number;
  changed: number;
  inserted: number;
}

export interface EditSource {
  file: string;
  nodes: readonly Node[];
}

/** Writes a file as a plan says, line by line, in bounded memory. */
export function writeEdit({ file, nodes }: EditSource, plan: EditPlan, sink: Sink): EditCounts {
  return new EditWriter(file, nodes, plan, sink).write();
}

class EditWriter {
  private readonly counts: EditCounts = { kept: 0, dropped: 0, changed: 0, inserted: 0 };
  private readonly remains: Remains;
  private at = 0;

  constructor(
    private readonly file: string,
    private readonly nodes: readonly Node[],
    private readonly plan: EditPlan,
    private readonly sink: Sink,
  ) {
    this.remains = new Remains(nodes, plan);
  }

  write(): EditCounts {
    for (const line of readLines(this.file)) this.writeLine(line);
    this.insert(this.nodes.length);
    return this.counts;
  }

  private writeLine(line: Line): void {
    const own: Node[] = [];
    for (const _ of line.objects) {
      const node = this.nodes[this.at++];
      if (node) own.push(node);
    }
    if (this.plan.mends.has(line.number)) {
      this.writeMended(line, own);
      return;
    }
    for (const node of own) this.insert(node.index);
    this.writeOwn(line, own);
  }

  private writeOwn(line: Line, own: readonly Node[]): void {
    if (own.every((node) => this.isUntouched(node))) {
      this.copy(line);
      return;
    }
    own.forEach((node, part) => {
      this.writeNode(node, line, part);
    });
  }

  /** The whole objects of a damaged line, each byte of them as it was. */
  private writeMended(line: Line, own: readonly Node[]): void {
    const spans = savedSpans(line.bytes ?? NEWLINE);
    if (own.length === 0) this.counts.dropped++;
    own.forEach((node, part) => {
      this.insert(node.index);
      const span = spans[part];
      if (!span || !line.bytes) return;
      const bytes = Buffer.concat([line.bytes.subarray(span.start, span.end), NEWLINE]);
      this.writeOwn({ ...line, bytes, state: 'whole', objects: line.objects.slice(part, part + 1) }, [node]);
    });
  }

  private isUntouched(node: Node): boolean {
    return (
      !this.plan.finish &&
      !this.plan.drops.has(node.index) &&
      !this.plan.changes.has(node.index) &&
      patchesFor(node, this.remains, this.plan).length === 0 &&
      !touchesPreserved(node, this.remains)
    );
  }

  /** Blank and unreadable lines too: what we do not understand is not ours to throw away. */
  private copy(line: Line): void {
    this.counts.kept++;
    if (line.bytes) this.sink.write(line.bytes);
    else copyRange(this.file, line, this.sink);
    if (line.bytes && line.bytes.at(-1) !== 10) this.sink.write(NEWLINE);
  }

  private writeNode(node: Node, line: Line, part: number): void {
    if (this.plan.drops.has(node.index)) {
      this.counts.dropped++;
      return;
    }
    const object = line.objects[part];
    if (!object) return;
    this.counts.changed++;
    const change = this.plan.changes.get(node.index);
    const patches = patchesFor(node, this.remains, this.plan);
    if (!change && !this.plan.finish && line.objects.length === 1 && !touchesPreserved(node, this.remains)) {
      const patched = this.patched(line, patches);
      if (patched) {
        this.sink.write(patched);
        return;
      }
    }
    const entry = change ? change(modernise(object as Entry)) : (object as Entry);
    this.sink.write(lineOf(this.finished(mend(entry, node, this.remains, this.plan))));
  }

  private patched(line: Line, patches: FieldPatch[]): Buffer | undefined {
    if (!line.bytes || line.state !== 'whole') return undefined;
    const patched = patchLine(Buffer.from(line.bytes), patches);
    return patched?.at(-1) === 10 ? patched : patched && Buffer.concat([patched, NEWLINE]);
  }

  private finished(entry: Entry): Entry {
    return this.plan.finish ? this.plan.finish(entry) : entry;
  }

  private insert(before: number): void {
    for (const entry of this.plan.inserts.get(before) ?? []) {
      this.sink.write(lineOf(this.finished(entry)));
      this.counts.inserted++;
    }
  }
}

const NEWLINE = Buffer.from('\n');
