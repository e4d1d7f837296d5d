import type { JsonWalk } from './json-walk.js';

const SLOTS = 128;

/**
 * The members of an object that somebody wants to know of: where their values begin and end. Used again for the next
 * object of the same kind.
 */
export class Members {
  /** Bit by bit, which of them the object has. */
  private found = 0;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private readonly names: Buffer[];
  /** Which name a length and two letters may mean. */
  private readonly slots: Int8Array;

  constructor(names: readonly string[]) {
    this.names = names.map((name) => Buffer.from(name));
    this.starts = new Int32Array(names.length);
    this.ends = new Int32Array(names.length);
    this.slots = slotsOf(this.names);
  }

  clear(): void {
    this.found = 0;
  }

  /**
   * Reads the object at `open`; gives the index behind it, or -1 when the walk will not say. A name that comes twice
   * and a name with escapes are left to the parser. `descend` may read a wanted member's value itself.
   */
  read(json: JsonWalk, open: number, descend: (field: number, at: number) => number): number {
    this.found = 0;
    const { bytes } = json;
    if (bytes[open] !== 123) return -1;
    if (bytes[open + 1] === 125) return open + 2;
    for (let at = open + 1; ; at++) {
      const name = at + 1;
      const before = json.surplus;
      const value = json.key(at);
      if (value < 0 || json.surplus !== before) return -1;
      const field = this.fieldAt(bytes, name, value - 2 - name);
      at = field < 0 ? json.value(value) : this.take(field, value, descend);
      if (at < 0) return -1;
      const byte = bytes[at];
      if (byte === 125) return at + 1;
      if (byte !== 44) return -1;
    }
  }

  has(field: number): boolean {
    return (this.found & (1 << field)) !== 0;
  }

  /** 0 when the object has no such member: no value stands there. */
  start(field: number): number {
    return this.has(field) ? (this.starts[field] ?? 0) : 0;
  }

  end(field: number): number {
    return this.ends[field] ?? 0;
  }

  private take(field: number, value: number, descend: (field: number, at: number) => number): number {
    if (this.has(field)) return -1;
    this.found |= 1 << field;
    this.starts[field] = value;
    const end = descend(field, value);
    this.ends[field] = end;
    return end;
  }

  private fieldAt(bytes: Buffer, at: number, length: number): number {
    const field = this.slots[slotOf(length, bytes[at] ?? 0, bytes[at + length - 1] ?? 0)] ?? -1;
    const name = field < 0 ? undefined : this.names[field];
    if (!name || name.length !== length) return -1;
    for (let index = 0; index < length; index++) if (bytes[at + index] !== name[index]) return -1;
    return field;
  }
}

/** No two names may fall into one slot: that is seen when the program starts. */
function slotsOf(names: readonly Buffer[]): Int8Array {
  if (names.length > 31) throw new Error('more names than bits');
  const slots = new Int8Array(SLOTS).fill(-1);
  names.forEach((name, field) => {
    const slot = slotOf(name.length, name[0] ?? 0, name.at(-1) ?? 0);
    if (slots[slot] !== -1) throw new Error(`${name} and ${names[slots[slot] ?? 0]} fall into one slot`);
    slots[slot] = field;
  });
  return slots;
}

function slotOf(length: number, first: number, last: number): number {
  return (length + first * 2 + last * 3) & (SLOTS - 1);
}
