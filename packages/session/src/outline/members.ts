import type { JsonWalk } from './json-walk.js';

/**
 * The members of an object that somebody wants to know of: where their values begin and end. Used again for the next
 * object of the same kind.
 */
export class Members {
  /** 0 when the object has no such member: no value stands there. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  private readonly names: Buffer[];
  private readonly byLength: number[][] = [];

  constructor(names: readonly string[]) {
    this.names = names.map((name) => Buffer.from(name));
    this.starts = new Int32Array(names.length);
    this.ends = new Int32Array(names.length);
    names.forEach((name, field) => {
      const same = this.byLength[name.length];
      if (same) same.push(field);
      else this.byLength[name.length] = [field];
    });
  }

  clear(): void {
    this.starts.fill(0);
  }

  /**
   * Reads the object at `open`; gives the index behind it, or -1 when the walk will not say. A name that comes twice
   * and a name with escapes are left to the parser. `descend` may read a wanted member's value itself.
   */
  read(json: JsonWalk, open: number, descend: (field: number, at: number) => number): number {
    this.clear();
    const { bytes } = json;
    if (bytes[open] !== 123) return -1;
    if (bytes[open + 1] === 125) return open + 2;
    for (let at = open + 1; ; at++) {
      const name = at + 1;
      const before = json.surplus;
      const value = json.key(at);
      if (value < 0 || json.surplus !== before) return -1;
      const field = this.fieldAt(bytes, name, value - 2 - name);
      if (field < 0) at = json.value(value);
      else {
        if (this.starts[field] !== 0) return -1;
        this.starts[field] = value;
        at = descend(field, value);
        this.ends[field] = at;
      }
      if (at < 0) return -1;
      const byte = bytes[at];
      if (byte === 125) return at + 1;
      if (byte !== 44) return -1;
    }
  }

  has(field: number): boolean {
    return this.starts[field] !== 0;
  }

  start(field: number): number {
    return this.starts[field] ?? 0;
  }

  end(field: number): number {
    return this.ends[field] ?? 0;
  }

  private fieldAt(bytes: Buffer, at: number, length: number): number {
    const fields = this.byLength[length];
    if (!fields) return -1;
    for (const field of fields) if (isNameAt(bytes, at, this.names[field])) return field;
    return -1;
  }
}

function isNameAt(bytes: Buffer, at: number, name: Buffer | undefined): boolean {
  if (!name) return false;
  for (let index = 0; index < name.length; index++) if (bytes[at + index] !== name[index]) return false;
  return true;
}
