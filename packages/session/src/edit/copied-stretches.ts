import type { OpenFile, Waiting } from '../write/open-file.js';
import type { FollowKernel } from './follow-kernel.js';
import { MAX_NOTES } from './id-kernel.js';
import type { KernelMemory } from './kernel-memory.js';

const UUID_LENGTH = 36;
const MAX_WAITING = 100_000;
const MAX_SPANS = 16 * 1024;
const SLACK = 128;

/** A stretch of a window with new ids, on its way into the file. */
interface Stretch {
  /** Where its source stands. */
  source: number;
  length: number;
  notes: number;
  notesAt: number;
  bytesAt: number;
  /** Where in the file. */
  at: number;
}

/** Ids that a later line may have: where they stand in the copy, and those of them that stand in thoughts. */
export interface LateIds {
  waiting: readonly { at: number; id: string }[];
  inThoughts: readonly string[];
}

/**
 * Writes stretches with new ids and proves each: it is read back, the old ids are put in the place of the new ones, and
 * then it is its source. One is on its way while the next is made, so there are two of everything.
 */
export class CopiedStretches {
  private readonly memory: KernelMemory;
  private readonly rooms: { bytesAt: number; length: number; notesAt: number }[];
  private readonly spansAt: number;
  private readonly unknownAt: number;
  private backAt = 0;
  private backLength = 0;
  private turn = 0;
  /** Made, but not begun to be written. */
  private made: Stretch | undefined;
  /** Begun, but not proven. */
  private begun: Stretch | undefined;
  /** Ids that no line had yet where they stand in the copy. */
  private readonly waiting: { at: number; id: string }[] = [];
  private readonly inThoughts = new Set<string>();

  constructor(
    private readonly kernel: FollowKernel,
    private readonly out: OpenFile,
    /** Where in the file it begins. */
    private written: number,
  ) {
    this.memory = kernel.ids.memory;
    this.rooms = [0, 1].map(() => ({ bytesAt: 0, length: 0, notesAt: this.memory.allocate(MAX_NOTES * 8) }));
    this.spansAt = this.memory.allocate(MAX_SPANS * 8);
    this.unknownAt = this.memory.allocate(MAX_NOTES * 8);
  }

  /** Room for stretches of so many bytes: nothing may move while one is written. */
  fit(length: number): void {
    const { memory } = this;
    for (const room of this.rooms) {
      if (room.length >= length) continue;
      room.length = larger(length);
      room.bytesAt = memory.allocate(room.length + SLACK);
    }
    if (this.backLength >= length) return;
    this.backLength = larger(length);
    this.backAt = memory.allocate(this.backLength + SLACK);
  }

  /** Begins to write what was made last. */
  begin(): void {
    const { made } = this;
    if (!made) return;
    this.made = undefined;
    this.begun = made;
    this.out.begin(this.memory.view(made.bytesAt, made.length));
  }

  /** A stretch of the window at hand. False when it cannot be copied this way, or what was written is not what it should be. */
  *add({ start, end }: { start: number; end: number }, thoughts: readonly number[]): Waiting<boolean> {
    // Of one window there may be several; they use the same notes.
    this.begin();
    const { memory, kernel, room } = this;
    const { calls } = memory;
    const length = end - start;
    const source = kernel.base + start;
    calls.noteAt(room.notesAt, MAX_NOTES);
    const notes = calls.replaceInto(source, source + length, room.bytesAt);
    if (notes > MAX_NOTES || !this.keepNotes(notes, start, thoughts)) return false;
    if (!(yield* this.prove())) return false;
    this.made = { source, length, notes, notesAt: room.notesAt, bytesAt: room.bytesAt, at: this.written };
    this.written += length;
    this.turn = 1 - this.turn;
    return true;
  }

  /** Whether all of it is in the file, as it should be. */
  *finish(): Waiting<boolean> {
    if (!(yield* this.prove())) return false;
    this.begin();
    return yield* this.prove();
  }

  /** Ids that were not known when they were copied. */
  late(): LateIds {
    return { waiting: this.waiting, inThoughts: [...this.inThoughts] };
  }

  /** When all ids are known: puts in the new ones that were not. False when a thought names one. */
  putLate({ waiting, inThoughts }: LateIds): boolean {
    for (const id of inThoughts) if (this.kernel.ids.findText(id) > 0) return false;
    return waiting.every(({ at, id }) => this.putOne(at, id));
  }

  private get room() {
    const room = this.rooms[this.turn];
    if (!room) throw new Error('there are two rooms');
    return room;
  }

  private *prove(): Waiting<boolean> {
    const { begun, memory, backAt } = this;
    if (!begun) return true;
    yield* this.out.settle();
    this.begun = undefined;
    const { source, length, notes, notesAt, bytesAt, at } = begun;
    const back = memory.view(backAt, length);
    if (!this.out.isRead(back, at)) return false;
    memory.calls.noteAt(notesAt, MAX_NOTES);
    return memory.calls.restore(notes, backAt - bytesAt) === 1 && back.equals(memory.view(source, length));
  }

  /** False when a thought would have to change. */
  private keepNotes(notes: number, start: number, thoughts: readonly number[]): boolean {
    const { memory, room, spansAt, unknownAt } = this;
    if (thoughts.length > MAX_SPANS * 2) return false;
    const { words } = memory;
    // Where they stand in the copy, which begins with `start`.
    const further = room.bytesAt - start;
    thoughts.forEach((place, index) => {
      words[(spansAt >> 2) + index] = place + further;
    });
    const unknown = memory.calls.siftNotes(notes, spansAt, thoughts.length >> 1, unknownAt);
    if (unknown > MAX_NOTES || this.waiting.length + unknown > MAX_WAITING) return false;
    for (let index = 0; index < unknown; index++) {
      const place = words[(unknownAt >> 2) + index * 2] ?? 0;
      const id = memory.view(place, UUID_LENGTH).toString('latin1');
      if (words[(unknownAt >> 2) + index * 2 + 1] === 1) this.inThoughts.add(id);
      this.waiting.push({ at: this.written + place - room.bytesAt, id });
    }
    return true;
  }

  /** An id that a later line has. */
  private putOne(at: number, id: string): boolean {
    const { ids } = this.kernel;
    const number = ids.findText(id);
    if (number === 0) return true;
    const fresh = ids.newText(number);
    const found = Buffer.alloc(UUID_LENGTH);
    const isThere = (text: string) => this.out.isRead(found, at) && found.toString('latin1') === text;
    return isThere(id) && this.out.put(fresh, at) && isThere(fresh);
  }
}

/** Most windows are as long as the first. */
function larger(length: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(length, 1)));
}
