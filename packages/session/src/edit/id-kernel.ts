import { KernelMemory } from './kernel-memory.js';

/** The same numbers as in assembly/new-ids.ts. */
const KEY = 1152;
const SESSION = 1216;
/** Where a single id is put to be looked at. */
const TEXT = 1280;
export const MAX_NOTES = 16 * 1024;
const SLACK = 64;
const UUID_LENGTH = 36;
const DIGITS = 32;
/** In which no more ids can stand than there is room to note. */
const STRETCH = 512 * 1024;
const FIRST_ROOM = 4096;

export const Kind = { line: 0, session: 1 } as const;

/**
 * Ids that get new ones, in WebAssembly: known ones are found wherever they stand and replaced in place. `place` of an
 * id is where it begins in `bytes`.
 */
export class IdKernel {
  readonly memory = new KernelMemory();
  /** Told when there is room for more ids. */
  onRoom: ((before: number, now: number) => void) | undefined;
  room = 0;
  private readonly calls = this.memory.calls;
  private readonly notes = this.memory.allocate(MAX_NOTES * 8);
  private bytesAt = 0;
  private length = 0;
  private view: Buffer = Buffer.alloc(0);
  private generation = -1;
  private text: Buffer = Buffer.alloc(0);
  private textGeneration = -1;
  private digitsAt = 0;
  private kindsAt = 0;

  /** `key` is a UUID at random; all sessions become `sessionId`. */
  constructor(key: string, sessionId: string) {
    const header = this.memory.view(0, TEXT);
    [...key.replaceAll('-', '')].forEach((digit, at) => {
      // Version and variant stay what they are.
      header[KEY + at] = at === 12 || at === 16 ? 0 : Number.parseInt(digit, 16);
    });
    header.write(sessionId, SESSION, 'latin1');
    this.calls.noteAt(this.notes, MAX_NOTES);
    this.makeRoom(FIRST_ROOM);
  }

  /** Ids are replaced here. */
  get bytes(): Buffer {
    if (this.generation !== this.memory.generation) {
      this.view = this.memory.view(this.bytesAt, this.length);
      this.generation = this.memory.generation;
    }
    return this.view;
  }

  /** Room for a stretch of so many bytes. What it held is lost. */
  fit(length: number): void {
    if (length <= this.length) return;
    this.length = Math.max(length, this.length * 2);
    this.bytesAt = this.memory.allocate(this.length + SLACK);
    this.generation = -1;
  }

  addText(id: string, kind: number): number {
    if (id.length !== UUID_LENGTH) return 0;
    this.fitIds(1);
    return this.calls.add(this.putText(id), kind);
  }

  findText(id: string): number {
    return id.length === UUID_LENGTH ? this.calls.find(this.putText(id)) : 0;
  }

  kindOf(number: number): number {
    return this.calls.kindOf(number);
  }

  /** Replaces ids in a stretch of `bytes`; gives how many were noted, more than MAX_NOTES when they were too many. */
  replace(start: number, end: number): number {
    this.calls.noteAt(this.notes, MAX_NOTES);
    return this.calls.replace(this.bytesAt + start, this.bytesAt + end);
  }

  /** The same anywhere in the memory, whatever was noted. */
  replaceAt(from: number, to: number): void {
    for (let at = from; at < to; at += STRETCH) {
      this.calls.noteAt(this.notes, MAX_NOTES);
      // Stretches overlap, so that no id is cut in two; a new id is none of the old ones.
      this.calls.replace(at, Math.min(at + STRETCH + UUID_LENGTH, to));
    }
  }

  /** Whether an id that is known stands at a place in the memory, and which. */
  findAt(at: number): number {
    return this.calls.find(at);
  }

  /** Of an id that `replace` noted its number: 0 when it is not known and was left. */
  numberNoted(note: number): number {
    return this.memory.words[(this.notes >> 2) + note * 2 + 1] ?? 0;
  }

  /** The new id of a number. */
  newText(number: number): string {
    this.calls.putNew(TEXT, number);
    return this.memory.view(TEXT, UUID_LENGTH).toString('latin1');
  }

  /** The id of a number as it is in the source. */
  oldText(number: number): string {
    this.calls.putOld(TEXT, number);
    return this.memory.view(TEXT, UUID_LENGTH).toString('latin1');
  }

  /** Whether no new id is an old one too. */
  areApart(): boolean {
    return this.calls.areApart() === 1;
  }

  /** All ids that are known, in the order of their numbers: 32 digits each, and of what kind they are. */
  known(): { digits: Uint8Array; kinds: Uint8Array } {
    const count = this.calls.known();
    const digits = this.memory.view(this.digitsAt + DIGITS, count * DIGITS);
    return { digits: new Uint8Array(digits), kinds: new Uint8Array(this.memory.view(this.kindsAt + 1, count)) };
  }

  /** Makes ids known that another kernel knows; gives their numbers here. Undefined when one of them is of another kind here. */
  absorb({ digits, kinds }: { digits: Uint8Array; kinds: Uint8Array }): Uint32Array | undefined {
    const { memory } = this;
    this.fitIds(kinds.length);
    const digitsAt = memory.allocate(digits.length);
    const kindsAt = memory.allocate(kinds.length);
    const numbersAt = memory.allocate(kinds.length * 4);
    memory.view(digitsAt, digits.length).set(digits);
    memory.view(kindsAt, kinds.length).set(kinds);
    if (this.calls.absorb(digitsAt, kindsAt, kinds.length, numbersAt) !== 1) return undefined;
    return new Uint32Array(memory.words.buffer, numbersAt, kinds.length).slice();
  }

  /** Room for so many more ids. */
  fitIds(more: number): void {
    let room = this.room;
    while (this.calls.known() + more >= room) room *= 2;
    if (room > this.room) this.makeRoom(room);
  }

  private putText(id: string): number {
    if (this.textGeneration !== this.memory.generation) {
      this.text = this.memory.view(TEXT, UUID_LENGTH);
      this.textGeneration = this.memory.generation;
    }
    this.text.write(id, 'latin1');
    return TEXT;
  }

  /** For so many ids, at most half of the slots taken. */
  private makeRoom(room: number): void {
    const { memory, room: before } = this;
    this.digitsAt = memory.moved(this.digitsAt, before * DIGITS, room * DIGITS);
    this.kindsAt = memory.moved(this.kindsAt, before, room);
    this.calls.place(memory.allocate(room * 2 * 4), room * 2, this.digitsAt, this.kindsAt);
    this.room = room;
    this.onRoom?.(before, room);
  }
}
