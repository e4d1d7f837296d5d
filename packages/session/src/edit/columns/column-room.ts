/** Columns of numbers; a line has the same place in all of them. */
export interface Columns {
  room: number;
  byte: Float64Array;
  length: Uint32Array;
  /** The number of its id, 0 for none. */
  own: Uint32Array;
  /** The number of its parent's id: 0 for none, less when it is not known. */
  parent: Int32Array;
  kind: Uint8Array;
  flags: Uint8Array;
  /** What it means for where turns start. */
  sign: Uint8Array;
  blocks: Uint32Array;
  thoughts: Uint32Array;
  /** The number of its reply. */
  message: Uint32Array;
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
}

const FIRST = 4096;

export function newColumns(room = FIRST): Columns {
  return {
    room,
    byte: new Float64Array(room),
    length: new Uint32Array(room),
    own: new Uint32Array(room),
    parent: new Int32Array(room),
    kind: new Uint8Array(room),
    flags: new Uint8Array(room),
    sign: new Uint8Array(room),
    blocks: new Uint32Array(room),
    thoughts: new Uint32Array(room),
    message: new Uint32Array(room),
    size: new Uint32Array(room),
    parentAt: new Uint32Array(room),
    sourceAt: new Uint32Array(room),
    resultAt: new Uint32Array(room),
    resultEnd: new Uint32Array(room),
    contentAt: new Uint32Array(room),
    contentEnd: new Uint32Array(room),
  };
}

/** The same with room for more. */
export function grownTo(columns: Columns, wanted: number): Columns {
  const larger = newColumns(Math.max(columns.room * 2, wanted));
  larger.byte.set(columns.byte);
  larger.length.set(columns.length);
  larger.own.set(columns.own);
  larger.parent.set(columns.parent);
  larger.kind.set(columns.kind);
  larger.flags.set(columns.flags);
  larger.sign.set(columns.sign);
  larger.blocks.set(columns.blocks);
  larger.thoughts.set(columns.thoughts);
  larger.message.set(columns.message);
  larger.size.set(columns.size);
  larger.parentAt.set(columns.parentAt);
  larger.sourceAt.set(columns.sourceAt);
  larger.resultAt.set(columns.resultAt);
  larger.resultEnd.set(columns.resultEnd);
  larger.contentAt.set(columns.contentAt);
  larger.contentEnd.set(columns.contentEnd);
  return larger;
}
