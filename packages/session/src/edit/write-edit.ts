import { type Entry, modernise } from '../format/entry.js';
import type { Node, Place } from '../graph/node.js';
import { ChangedFileError } from '../line/changed-file.js';
import type { Line } from '../line/line.js';
import { parseLine, savedSpans } from '../line/parse.js';
import { lineLimit } from '../line/split.js';
import { hasEscapedLetters } from '../outline/escaped-letters.js';
import { forEachWindow, type Window, type WindowTaker } from '../outline/windows.js';
import { copyRange } from '../write/copy.js';
import type { Sink } from '../write/sink.js';
import { type Cloning, forEachLine, needsMoreThanIds, readyLine } from './clone-file.js';
import { type LeftBehind, nothingLeft } from './left-behind.js';
import type { IdReplacement } from './new-ids.js';
import { endingOf, lineOf, patchLine, withPieces } from './patch-line.js';
import { type EditPlan, isEmptyPlan } from './plan.js';
import { type FieldPatch, mend, patchesFor, Remains, touchesPreserved } from './references.js';
import { LineSplicer } from './splice-line.js';

/** What became of the lines. */
export interface EditCounts {
  kept: number;
  dropped: number;
  changed: number;
  inserted: number;
  /** What has no place in a new session. */
  left: LeftBehind;
  /** How many bytes the changed lines have now, by the number of their node. */
  lengths: ReadonlyMap<number, number>;
}

export interface EditSource {
  file: string;
  nodes: readonly Node[];
  /** New ids for every line that is written. */
  ids?: IdReplacement;
  /** False when it is known that no id is written with escapes. */
  mayHideIds?: boolean;
}

/**
 * Writes a file as a plan says, in bounded memory. Only lines that the plan touches are read; what stands between them
 * is copied in long stretches.
 */
export function writeEdit(source: EditSource, plan: EditPlan, sink: Sink): EditCounts {
  return new EditWriter(source, plan, sink).write();
}

class EditWriter implements WindowTaker {
  private readonly counts = { kept: 0, dropped: 0, changed: 0, inserted: 0 };
  private readonly lengths = new Map<number, number>();
  private readonly remains: Remains;
  /** Whether nothing is done to any line. */
  private readonly isPlain: boolean;
  /** 1 for each node that the plan names. */
  private readonly named: Uint8Array;
  private readonly splicer = new LineSplicer();
  private readonly nodes: readonly Node[];
  private readonly cloning: Cloning | undefined;
  private readonly left = nothingLeft();
  private at = 0;
  /** The place of the node at hand: whoever asks a node for it gets a new one. */
  private next: Place | undefined;
  private number = 0;

  constructor(
    private readonly source: EditSource,
    private readonly plan: EditPlan,
    private readonly sink: Sink,
  ) {
    this.nodes = source.nodes;
    this.next = source.nodes[0]?.place;
    this.cloning = source.ids && { ids: source.ids, left: this.left, mayHideIds: source.mayHideIds !== false };
    this.remains = new Remains(source.nodes, plan);
    this.isPlain = isEmptyPlan(plan) && plan.finish === undefined;
    this.named = new Uint8Array(source.nodes.length);
    for (const index of plan.drops) this.named[index] = 1;
    for (const part of [plan.changes, plan.parents, plan.uuids]) for (const index of part.keys()) this.named[index] = 1;
  }

  write(): EditCounts {
    forEachWindow(this.source.file, lineLimit({}), this);
    this.insert(this.nodes.length);
    return { ...this.counts, left: this.left, lengths: this.lengths };
  }

  takeLong(line: { byte: number; length: number }): void {
    this.number++;
    // Nothing in it is known to be whole.
    if (this.plan.mends.has(this.number)) {
      this.counts.dropped++;
      return;
    }
    this.counts.kept++;
    copyRange(this.source.file, line, this.sink);
  }

  takeWindow({ bytes, end, byte }: Window): void {
    let copied = 0;
    for (let start = 0; start < end; ) {
      const first = this.at;
      this.number++;
      let place: Place | undefined;
      while (this.next?.line === this.number) {
        place ??= this.next;
        this.next = this.nodes[++this.at]?.place;
      }
      const next = this.endOfLine({ bytes, end, byte }, start, place);
      if (this.isCopied(first)) this.counts.kept++;
      else {
        this.copy(bytes, copied, start);
        this.writeLine({ bytes, end: next, byte }, start, this.nodes.slice(first, this.at));
        copied = next;
      }
      start = next;
    }
    this.copy(bytes, copied, end);
  }

  private endOfLine({ bytes, end, byte }: Window, start: number, place: Place | undefined): number {
    if (!place) {
      const newline = bytes.indexOf(10, start);
      return newline < 0 || newline >= end ? end : newline + 1;
    }
    if (place.byte === byte + start && start + place.length <= end) return start + place.length;
    throw new ChangedFileError(
      `${this.source.file} changed while it was edited: line ${place.line} is not where it was`,
    );
  }

  /** Blank and unreadable lines too: what we do not understand is not ours to throw away. */
  private isCopied(first: number): boolean {
    if (this.plan.finish || this.plan.mends.has(this.number)) return false;
    for (let at = first; at < this.at; at++) {
      const node = this.nodes[at];
      if (!node || this.plan.inserts.has(at) || !this.isUntouched(node)) return false;
      if (this.cloning && needsMoreThanIds(node)) return false;
    }
    return true;
  }

  /** Whole lines as they stand in the file. */
  private copy(bytes: Buffer, start: number, end: number): void {
    if (start === end) return;
    if (this.source.ids && this.source.mayHideIds !== false && hasEscapedLetters(bytes, start, end)) {
      forEachLine({ bytes, start, end }, (from, to) => this.put(bytes.subarray(from, to)));
    } else {
      this.source.ids?.replaceIn(bytes, start, end);
      this.sink.write(bytes.subarray(start, end));
    }
    if (bytes[end - 1] !== 10) this.sink.write(NEWLINE);
  }

  private writeLine({ bytes, end, byte: from }: Window, start: number, own: readonly Node[]): void {
    const { number } = this;
    const [only] = own;
    if (only && own.length === 1 && this.writeSpliced(bytes, { start, end }, only)) return;
    const byte = from + start;
    const parsed = parseLine({ bytes, start, end, number, byte }, {});
    const line: Line = { number, byte, length: end - start, bytes: bytes.subarray(start, end), ...parsed };
    if (this.plan.mends.has(number)) {
      this.writeMended(line, own);
      return;
    }
    for (const node of own) this.insert(node.index);
    this.writeOwn(line, own);
  }

  /** Dropped, or changed in its bytes. False when the line has to be parsed for what is done to it. */
  private writeSpliced(bytes: Buffer, range: { start: number; end: number }, node: Node): boolean {
    const { plan, remains } = this;
    if (plan.finish || plan.mends.has(this.number) || !node.place.isWhole) return false;
    if (plan.drops.has(node.index)) {
      this.insert(node.index);
      this.counts.dropped++;
      return true;
    }
    const limit = plan.cuts.get(node.index);
    if ((limit === undefined && plan.changes.has(node.index)) || touchesPreserved(node, remains)) return false;
    const patches = patchesFor(node, remains, plan);
    const size = node.user?.results[0]?.size;
    const cut = limit === undefined || size === undefined ? undefined : { limit, size };
    const spliced =
      cut || patches.length > 0 ? this.splicer.splice(bytes, range, { patches, remains, cut }) : undefined;
    if (!spliced) return false;
    this.insert(node.index);
    this.counts.changed++;
    this.lengths.set(node.index, spliced.length);
    this.putOwn(spliced);
    return true;
  }

  private writeOwn(line: Line, own: readonly Node[]): void {
    if (own.every((node) => this.isUntouched(node))) {
      this.counts.kept++;
      const bytes = line.bytes ?? NEWLINE;
      this.put(bytes.at(-1) === 10 ? bytes : Buffer.concat([bytes, NEWLINE]));
      return;
    }
    if (line.state === 'recovered') this.writeDamaged(line, own);
    else {
      own.forEach((node, part) => {
        this.writeNode(node, line, part);
      });
    }
  }

  /** On one line, as they were: the client sees at most the object that a line begins with, and no other may come to light. */
  private writeDamaged({ bytes = NEWLINE, objects }: Line, own: readonly Node[]): void {
    const { drops } = this.plan;
    const [first] = own;
    if (own.every(({ index }) => drops.has(index)) || (first?.place.isSeen && drops.has(first.index))) {
      this.counts.dropped += own.length;
      return;
    }
    this.counts.changed++;
    const pieces = own.map((node, part) => {
      if (drops.has(node.index)) return NOTHING;
      return this.isUntouched(node) ? undefined : this.rewritten(node, (objects[part] ?? {}) as Entry).subarray(0, -1);
    });
    own.forEach(({ index }, part) => {
      const piece = pieces[part];
      if (piece && piece.length > 0) this.lengths.set(index, piece.length);
    });
    this.put(withPieces(bytes, pieces));
  }

  /** The whole objects of a damaged line, each byte of them as it was. */
  private writeMended(line: Line, own: readonly Node[]): void {
    const spans = savedSpans(line.bytes ?? NEWLINE);
    if (own.length === 0) this.counts.dropped++;
    own.forEach((node, part) => {
      this.insert(node.index);
      const span = spans[part];
      if (!span || !line.bytes) return;
      const bytes = Buffer.concat([line.bytes.subarray(span.start, span.end), Buffer.from(endingOf(line.bytes))]);
      this.writeOwn({ ...line, bytes, state: 'whole', objects: line.objects.slice(part, part + 1) }, [node]);
    });
  }

  private isUntouched(node: Node): boolean {
    return this.isPlain || (!this.plan.finish && this.isUnnamed(node));
  }

  private isUnnamed(node: Node): boolean {
    const { remains } = this;
    return this.named[node.index] === 0 && !remains.isReferredBy(node) && !touchesPreserved(node, remains);
  }

  /** What is done to every line may leave this one as it is. */
  private isLeftByFinish(node: Node, entry: Entry): boolean {
    return this.plan.finish !== undefined && this.isUnnamed(node) && this.plan.finish(entry) === entry;
  }

  private writeNode(node: Node, line: Line, part: number): void {
    if (this.plan.drops.has(node.index)) {
      this.counts.dropped++;
      return;
    }
    const object = line.objects[part];
    if (!object) return;
    if (line.state === 'whole' && line.bytes && this.isLeftByFinish(node, object as Entry)) {
      this.counts.kept++;
      this.put(line.bytes.at(-1) === 10 ? line.bytes : Buffer.concat([line.bytes, NEWLINE]));
      return;
    }
    this.counts.changed++;
    const bytes = this.patched(node, line) ?? this.rewritten(node, object as Entry, line.bytes);
    this.lengths.set(node.index, bytes.length);
    this.put(bytes);
  }

  /** With nothing but references changed, where that can be done. */
  private patched(node: Node, line: Line): Buffer | undefined {
    const { plan, remains } = this;
    if (plan.changes.has(node.index) || plan.finish || line.objects.length !== 1) return undefined;
    if (!line.bytes || line.state !== 'whole' || touchesPreserved(node, remains)) return undefined;
    return patchedLine(line.bytes, patchesFor(node, remains, plan));
  }

  private rewritten(node: Node, object: Entry, line?: Uint8Array): Buffer {
    const change = this.plan.changes.get(node.index);
    const entry = change ? change(modernise(object)) : object;
    return lineOf(this.finished(mend(entry, node, this.remains, this.plan)), line);
  }

  private finished(entry: Entry): Entry {
    return this.plan.finish ? this.plan.finish(entry) : entry;
  }

  private insert(before: number): void {
    for (const entry of this.plan.inserts.get(before) ?? []) {
      this.put(lineOf(this.finished(entry)));
      this.counts.inserted++;
    }
  }

  /** One line. */
  private put(bytes: Uint8Array): void {
    this.putOwn(this.cloning ? Buffer.from(bytes) : bytes);
  }

  /** One line in bytes that may be changed. */
  private putOwn(bytes: Uint8Array): void {
    const line = this.cloning ? readyLine(bytes as Buffer, this.cloning) : bytes;
    if (line) this.sink.write(line);
  }
}

function patchedLine(bytes: Uint8Array, patches: FieldPatch[]): Buffer | undefined {
  const patched = patchLine(Buffer.from(bytes), patches);
  return patched?.at(-1) === 10 ? patched : patched && Buffer.concat([patched, NEWLINE]);
}

const NEWLINE = Buffer.from('\n');
const NOTHING = Buffer.alloc(0);
