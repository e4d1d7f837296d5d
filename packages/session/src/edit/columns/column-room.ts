import type { FollowKernel } from '../follow-kernel.js';

/** Columns of numbers; a line has the same place in all of them. */
export interface Columns {
  byte: Float64Array;
  length: Uint32Array;
  /** The number of its id, 0 for none. */
  own: Uint32Array;
  /** The number of its parent's id: 0 for none, less when it is not known. */
  parent: Int32Array;
  blocks: Uint32Array;
  thoughts: Uint32Array;
  /** Characters of its largest result. */
  size: Uint32Array;
  /** From here on: where in the line the values of members begin and end; 0 where there are none. */
  parentAt: Uint32Array;
  sourceAt: Uint32Array;
  resultAt: Uint32Array;
  resultEnd: Uint32Array;
  /** Of its first tool result. */
  contentAt: Uint32Array;
  contentEnd: Uint32Array;
  kind: Uint8Array;
  flags: Uint8Array;
  /** What it means for where turns start. */
  sign: Uint8Array;
}

/** Of what is not used the system gives nothing. */
const FIRST = 64 * 1024;
/** How many columns there are in which a number takes 4 bytes, and what a line takes in all. */
const WORDS = 12;
const ROW = 8 + 4 * WORDS + 3;

/** Columns in the kernel's memory, where it writes to them, too (assembly/line-columns.ts). */
export class ColumnRoom {
  private at = 0;
  private room = 0;
  private views = columnsIn(new ArrayBuffer(0), 0, 0);

  constructor(private readonly kernel: FollowKernel) {}

  /** Room for so many lines. What is given is valid until memory moves. */
  fit(lines: number): Columns {
    const { kernel } = this;
    if (lines > this.room) this.grow(Math.max(lines, this.room * 2, FIRST));
    if (this.views.byte.buffer !== kernel.words.buffer) this.views = columnsIn(kernel.words.buffer, this.at, this.room);
    return this.views;
  }

  /** A copy, which stays. */
  copy(): Columns {
    const bytes = new Uint8Array(this.kernel.words.buffer, this.at, this.room * ROW).slice();
    return columnsIn(bytes.buffer, 0, this.room);
  }

  private grow(room: number): void {
    const { kernel } = this;
    // Numbers of 8 bytes stand where these can be divided by 8.
    const rows = Math.ceil(room / 8) * 8;
    const at = kernel.newColumns(rows, rows * ROW);
    const { buffer } = kernel.words;
    const before = columnsIn(buffer, this.at, this.room);
    const now = columnsIn(buffer, at, rows);
    for (const name of Object.keys(now) as (keyof Columns)[]) now[name].set(before[name]);
    this.at = at;
    this.room = rows;
  }
}

function columnsIn(buffer: ArrayBufferLike, at: number, room: number): Columns {
  const words = (column: number) => new Uint32Array(buffer, at + room * (8 + 4 * column), room);
  const bytes = (column: number) => new Uint8Array(buffer, at + room * (8 + 4 * WORDS + column), room);
  return {
    byte: new Float64Array(buffer, at, room),
    length: words(0),
    own: words(1),
    parent: new Int32Array(buffer, at + room * (8 + 4 * 2), room),
    blocks: words(3),
    thoughts: words(4),
    size: words(5),
    parentAt: words(6),
    sourceAt: words(7),
    resultAt: words(8),
    resultEnd: words(9),
    contentAt: words(10),
    contentEnd: words(11),
    kind: bytes(0),
    flags: bytes(1),
    sign: bytes(2),
  };
}
