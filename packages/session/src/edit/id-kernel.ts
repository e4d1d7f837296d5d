import { CODE } from './id-kernel-code.js';

/** The same numbers as in assembly/new-ids.ts. */
const KEY = 1024;
const SESSION = 1088;
/** Where a single id is put to be looked at. */
const TEXT = 1152;
const NOTES = 2048;
export const MAX_NOTES = 16 * 1024;
/** Two stretches of bytes: one to replace ids in, one that was read back. Off a page, where reading is faster. */
const BUFFERS = NOTES + MAX_NOTES * 8 + 64;
const USUAL = 64 * 1024;
/** It looks at up to 52 bytes behind a place. */
const SLACK = 64;
const PAGE = 64 * 1024;
const UUID_LENGTH = 36;
const DIGITS = 32;
const FIRST_ROOM = 4096;

export const Kind = { line: 0, session: 1 } as const;

interface Calls {
  place(slots: number, slotCount: number, digits: number, kinds: number): void;
  noteAt(at: number, most: number): void;
  add(text: number, kind: number): number;
  find(text: number): number;
  kindOf(number: number): number;
  replace(from: number, to: number): number;
  restore(notes: number, further: number): number;
  putNew(text: number, number: number): void;
  areApart(): number;
}

/**
 * Ids that get new ones, in WebAssembly: known ones are found wherever they stand and replaced in place. `place` of an
 * id is where it begins in `bytes`.
 */
export class IdKernel {
  /** How many ids are known. */
  count = 0;
  /** Ids are replaced here. */
  bytes: Buffer;
  /** What was read back of a copy is compared here. */
  back: Buffer;
  private readonly memory = new WebAssembly.Memory({ initial: Math.ceil((BUFFERS + 2 * USUAL + 4 * SLACK) / PAGE) });
  private readonly calls: Calls;
  private numbers: Uint32Array;
  private free: number;
  private length = USUAL;
  private bytesAt = BUFFERS;
  private backAt = BUFFERS + USUAL + SLACK;
  private room = 0;
  private digitsAt = 0;
  private kindsAt = 0;

  /** `key` is a UUID at random; all sessions become `sessionId`. */
  constructor(key: string, sessionId: string) {
    const { exports } = new WebAssembly.Instance(compiled(), { env: { memory: this.memory } });
    this.calls = exports as unknown as Calls;
    this.free = this.backAt + USUAL + SLACK;
    this.numbers = new Uint32Array(this.memory.buffer);
    [this.bytes, this.back] = this.buffers();
    const memory = Buffer.from(this.memory.buffer);
    [...key.replaceAll('-', '')].forEach((digit, at) => {
      // Version and variant stay what they are.
      memory[KEY + at] = at === 12 || at === 16 ? 0 : Number.parseInt(digit, 16);
    });
    memory.write(sessionId, SESSION, 'latin1');
    this.calls.noteAt(NOTES, MAX_NOTES);
    this.makeRoom(FIRST_ROOM);
  }

  /** Room for stretches of so many bytes. What they held is lost. */
  fit(length: number): void {
    if (length <= this.length) return;
    const wider = Math.max(length, this.length * 2);
    const bytesAt = this.allocate(wider + SLACK);
    const backAt = this.allocate(wider + SLACK);
    [this.length, this.bytesAt, this.backAt] = [wider, bytesAt, backAt];
    [this.bytes, this.back] = this.buffers();
  }

  /** The number of the id at a place, counted from 1, known from now on; 0 when no UUID in small letters stands there. */
  addAt(place: number, kind: number): number {
    return this.added(this.bytesAt + place, kind);
  }

  addText(id: string, kind: number): number {
    return id.length === UUID_LENGTH ? this.added(this.putText(id), kind) : 0;
  }

  findAt(place: number): number {
    return this.calls.find(this.bytesAt + place);
  }

  findText(id: string): number {
    return id.length === UUID_LENGTH ? this.calls.find(this.putText(id)) : 0;
  }

  kindOf(number: number): number {
    return this.calls.kindOf(number);
  }

  /** Replaces ids in a stretch of `bytes`; gives how many were noted, more than MAX_NOTES when they were too many. */
  replace(start: number, end: number): number {
    return this.calls.replace(this.bytesAt + start, this.bytesAt + end);
  }

  /** Of the ids that `replace` noted: where one stands, and its number: 0 when it is not known and was left. */
  placeNoted(note: number): number {
    return (this.numbers[(NOTES >> 2) + note * 2] ?? 0) - this.bytesAt;
  }

  numberNoted(note: number): number {
    return this.numbers[(NOTES >> 2) + note * 2 + 1] ?? 0;
  }

  /** Whether `back` holds new ids where `replace` noted them, `shift` bytes to the front. Puts the old ones there. */
  restore(notes: number, shift: number): boolean {
    return this.calls.restore(notes, this.backAt - this.bytesAt - shift) === 1;
  }

  /** The new id of a number. */
  newText(number: number): string {
    this.calls.putNew(TEXT, number);
    return Buffer.from(this.memory.buffer, TEXT, UUID_LENGTH).toString('latin1');
  }

  /** Whether no new id is an old one too. */
  areApart(): boolean {
    return this.calls.areApart() === 1;
  }

  private added(at: number, kind: number): number {
    if (this.count + 1 === this.room) this.makeRoom(this.room * 2);
    const number = this.calls.add(at, kind);
    this.count = Math.max(this.count, number);
    return number;
  }

  private putText(id: string): number {
    Buffer.from(this.memory.buffer).write(id, TEXT, 'latin1');
    return TEXT;
  }

  /** For so many ids, at most half of the slots taken. */
  private makeRoom(room: number): void {
    const slots = this.allocate(room * 2 * 4);
    const digits = this.allocate(room * DIGITS);
    const kinds = this.allocate(room);
    const memory = Buffer.from(this.memory.buffer);
    memory.copy(memory, digits, this.digitsAt, this.digitsAt + this.room * DIGITS);
    memory.copy(memory, kinds, this.kindsAt, this.kindsAt + this.room);
    this.digitsAt = digits;
    this.kindsAt = kinds;
    this.room = room;
    this.calls.place(slots, room * 2, digits, kinds);
  }

  /** Nothing is given back: what grows does so by doubling. */
  private allocate(length: number): number {
    const at = (this.free + 15) & ~15;
    this.free = at + length;
    const missing = this.free + SLACK - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE));
      this.numbers = new Uint32Array(this.memory.buffer);
      [this.bytes, this.back] = this.buffers();
    }
    return at;
  }

  private buffers(): [Buffer, Buffer] {
    const { buffer } = this.memory;
    return [Buffer.from(buffer, this.bytesAt, this.length), Buffer.from(buffer, this.backAt, this.length)];
  }
}

let module: WebAssembly.Module | undefined;

function compiled(): WebAssembly.Module {
  module ??= new WebAssembly.Module(Buffer.from(CODE, 'base64'));
  return module;
}
