import { type Entry, modernise } from '../format/entry.js';
import type { Node, Place } from '../model/node.js';
import { ChangedFileError } from '../read/changed-file.js';
import type { JsonObject } from '../read/line.js';
import { parseLine, savedSpans } from '../read/parse.js';
import { type LongLine, OwnMemory, type Region, readRegions } from '../read/read-regions.js';
import { lineLimit } from '../read/split.js';
import { copyRange } from '../write/copy.js';
import type { Sink } from '../write/sink.js';
import { IdSink } from './id-sink.js';
import { ended, endingOf, lineOf, patchLine, withPieces } from './patch-line.js';
import { type EditPlan, isEmptyPlan } from './plan.js';
import { Remains, touchesPreserved, withNewReferences } from './references.js';

/** The file to edit, as it was read. */
export interface EditedFile {
  file: string;
  nodes: readonly Node[];
  /** How many bytes were read. Anything appended since is left out. */
  size?: number;
}

/**
 * Writes a file according to a plan, in bounded memory, and returns the new byte lengths of the changed lines by node
 * index. Only lines that the plan touches are parsed; the lines between them are copied in long runs. The sink gets
 * whole lines, in memory that it may overwrite.
 */
export function writeEdit(source: EditedFile, plan: EditPlan, sink: Sink): ReadonlyMap<number, number> {
  return new EditWriter(source, plan, sink).write();
}

class EditWriter {
  private readonly nodes: readonly Node[];
  private readonly lengths = new Map<number, number>();
  private readonly remains: Remains;
  private readonly isPlain: boolean;
  /** 1 for each node that the plan names. */
  private readonly named: Uint8Array;
  /** The next node and its place (nodes build theirs on each access), and the number of the current line. */
  private at = 0;
  private next: Place | undefined;
  private number = 0;

  constructor(
    private readonly source: EditedFile,
    private readonly plan: EditPlan,
    private readonly sink: Sink,
  ) {
    this.nodes = source.nodes;
    this.next = this.nodes[0]?.place;
    this.remains = new Remains(this.nodes, plan);
    this.isPlain = isEmptyPlan(plan) && plan.finish === undefined;
    this.named = new Uint8Array(this.nodes.length);
    for (const index of plan.drops) this.named[index] = 1;
    for (const part of [plan.changes, plan.parents, plan.uuids]) for (const index of part.keys()) this.named[index] = 1;
  }

  write(): ReadonlyMap<number, number> {
    const { file, size = Number.POSITIVE_INFINITY } = this.source;
    const memory = new OwnMemory();
    const taker = {
      takeRegion: ({ end, byte }: Region): undefined =>
        this.takeRegion(memory.bytes.subarray(0, Math.min(end, size - byte)), byte),
      takeLong: (line: LongLine) => this.takeLong(line),
    };
    readRegions(file, memory, taker, { limit: lineLimit({}), to: size });
    this.insert(this.nodes.length);
    return this.lengths;
  }

  /** A line too long to read. Nothing on it is known to be whole. */
  private takeLong(line: LongLine): void {
    if (this.plan.repairs.has(++this.number)) return;
    const { sink } = this;
    const copy = (to: Sink) => copyRange(this.source.file, line, to);
    if (sink instanceof IdSink) sink.writeLong(copy);
    else copy(sink);
  }

  private takeRegion(bytes: Buffer, byte: number): undefined {
    let copied = 0;
    for (let start = 0; start < bytes.length; ) {
      this.number++;
      const first = this.at;
      const place = this.takeNodes();
      const end = place ? start + place.length : endOfLine(bytes, start);
      if (place && (place.byte !== byte + start || end > bytes.length)) throw this.changed(place);
      if (!this.isCopied(first)) {
        this.copy(bytes.subarray(copied, start));
        this.writeLine(bytes.subarray(start, end), byte + start, this.nodes.slice(first, this.at));
        copied = end;
      }
      start = end;
    }
    this.copy(bytes.subarray(copied));
  }

  /** Steps over the nodes of the current line. */
  private takeNodes(): Place | undefined {
    const place = this.next;
    if (place?.line !== this.number) return undefined;
    while (this.next?.line === this.number) this.next = this.nodes[++this.at]?.place;
    return place;
  }

  private changed({ line }: Place): ChangedFileError {
    return new ChangedFileError(`${this.source.file} changed while it was edited: line ${line} is not where it was`);
  }

  /** Blank and unreadable lines are copied too: what we do not understand is not ours to remove. */
  private isCopied(first: number): boolean {
    if (this.isPlain) return true;
    if (this.plan.finish || this.plan.repairs.has(this.number)) return false;
    for (let at = first; at < this.at; at++) {
      const node = this.nodes[at];
      if (!node || this.plan.inserts.has(at) || this.isTouched(node)) return false;
    }
    return true;
  }

  private isTouched(node: Node): boolean {
    const { remains } = this;
    return this.named[node.index] === 1 || remains.isReferredBy(node) || touchesPreserved(node, remains);
  }

  private copy(lines: Uint8Array): void {
    if (lines.length > 0) this.sink.write(ended(lines));
  }

  private writeLine(bytes: Uint8Array, byte: number, own: readonly Node[]): void {
    const { number, plan } = this;
    const isRepaired = plan.repairs.has(number);
    if (!isRepaired) for (const { index } of own) this.insert(index);
    if (!isRepaired && own.length > 0 && own.every(({ index }) => plan.drops.has(index))) return;
    const { state, objects } = parseLine({ bytes, start: 0, end: bytes.length, number, byte }, {});
    if (isRepaired) this.writeRepaired(bytes, objects, own);
    else if (state === 'recovered') this.writeDamaged(bytes, objects, own);
    else this.writeWhole(bytes, objects[0], own[0]);
  }

  /** Writes the whole objects of a damaged line, each on a line of its own with unchanged bytes. */
  private writeRepaired(bytes: Uint8Array, objects: readonly JsonObject[], own: readonly Node[]): void {
    const spans = savedSpans(bytes);
    own.forEach((node, part) => {
      this.insert(node.index);
      const span = spans[part];
      if (!span) return;
      const line = Buffer.concat([bytes.subarray(span.start, span.end), Buffer.from(endingOf(bytes))]);
      this.writeWhole(line, objects[part], node);
    });
  }

  /** Keeps a damaged line as one line: the client sees at most its first object, and the others must stay hidden. */
  private writeDamaged(bytes: Uint8Array, objects: readonly JsonObject[], own: readonly Node[]): void {
    const { drops } = this.plan;
    const [first] = own;
    if (first?.place.isSeen && drops.has(first.index)) return;
    const pieces = own.map((node, part) => {
      if (drops.has(node.index)) return new Uint8Array();
      const object = objects[part] ?? {};
      const after = this.edited(object, node);
      if (after === object) return undefined;
      const piece = lineOf(after).subarray(0, -1);
      this.lengths.set(node.index, piece.length);
      return piece;
    });
    this.sink.write(withPieces(bytes, pieces));
  }

  /** Writes a line with one object, or with none. */
  private writeWhole(line: Uint8Array, object: JsonObject | undefined, node: Node | undefined): void {
    if (node && this.plan.drops.has(node.index)) return;
    const after = node && object && this.edited(object, node);
    if (!node || !object || !after || after === object) {
      this.copy(line);
      return;
    }
    const changed = patchLine(line, object, after) ?? lineOf(after, line);
    this.lengths.set(node.index, changed.length);
    this.sink.write(changed);
  }

  /** Returns the object itself if it does not change. */
  private edited(object: JsonObject, node: Node): JsonObject {
    const { plan, remains } = this;
    const change = plan.changes.get(node.index);
    const entry = change ? change(modernise(object as Entry)) : (object as Entry);
    return this.finished(withNewReferences(entry, node, remains, plan)) as JsonObject;
  }

  private finished(entry: Entry): Entry {
    return this.plan.finish ? this.plan.finish(entry) : entry;
  }

  private insert(before: number): void {
    for (const entry of this.plan.inserts.get(before) ?? []) this.sink.write(lineOf(this.finished(entry)));
  }
}

function endOfLine(bytes: Buffer, start: number): number {
  const newline = bytes.indexOf(10, start);
  return newline < 0 ? bytes.length : newline + 1;
}
