import { loadWasm } from '../kernel/load-wasm.js';
import { OUTLINE_END, putNames } from '../outline/outline-kernel.js';

/** What the kernel of ids and lines can be asked (assembly/follow-lines.ts). All places are addresses in its memory. */
export interface KernelCalls {
  copy(from: number, length: number, to: number): void;
  place(slots: number, slotCount: number, digits: number, kinds: number): void;
  noteAt(at: number, most: number): void;
  add(text: number, kind: number): number;
  known(): number;
  absorb(digits: number, kinds: number, many: number, numbers: number): number;
  find(text: number): number;
  kindOf(number: number): number;
  replace(from: number, to: number): number;
  replaceInto(from: number, to: number, target: number): number;
  siftNotes(notes: number, spans: number, spanCount: number, to: number): number;
  restore(notes: number, further: number): number;
  putNew(text: number, number: number): void;
  putOld(text: number, number: number): void;
  areApart(): number;
  endOfCharacters(from: number, count: number): number;
  measureResults(isAsked: number): void;
  columnsAt(at: number, rows: number): void;
  takeColumns(base: number, byte: number, first: number, line: number): number;
  outline(base: number, from: number, end: number): number;
  followAt(parents: number, orders: number, marks: number, times: number): void;
  follow(base: number, first: number, wanted: number): number;
  followOne(base: number, index: number): number;
}

const PAGE = 64 * 1024;
/** It looks at up to 64 bytes behind a place. */
const SLACK = 128;

/** One kernel and its memory. What grows gets new room, twice as large; nothing is given back. */
export class KernelMemory {
  readonly calls: KernelCalls;
  /** All of it. */
  words: Uint32Array;
  /** Changes when views of the memory have to be made anew. */
  generation = 0;
  private readonly memory = new WebAssembly.Memory({ initial: Math.ceil((OUTLINE_END + SLACK) / PAGE) });
  private free = OUTLINE_END;

  constructor() {
    const { exports } = new WebAssembly.Instance(compiled(), { env: { memory: this.memory } });
    this.calls = exports as unknown as KernelCalls;
    this.words = new Uint32Array(this.memory.buffer);
    putNames(this.memory);
  }

  /** Reading into memory that begins right at a page is markedly slower: nothing does. */
  allocate(length: number): number {
    let at = (this.free + 15) & ~15;
    if (at % 4096 === 0) at += 64;
    this.free = at + length;
    const missing = this.free + SLACK - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE));
      this.words = new Uint32Array(this.memory.buffer);
      this.generation++;
    }
    return at;
  }

  /** Valid until something is allocated. */
  view(at: number, length: number): Buffer {
    return Buffer.from(this.memory.buffer, at, length);
  }

  copy(from: number, length: number, to: number): void {
    this.calls.copy(from, length, to);
  }

  /** New room that begins with what stood in the old one. */
  moved(at: number, length: number, newLength: number): number {
    const to = this.allocate(newLength);
    this.copy(at, length, to);
    return to;
  }
}

const compiled = () => loadWasm(new URL('../../assembly/follow-lines.wasm', import.meta.url));
