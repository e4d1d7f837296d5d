const UUID_LENGTH = 36;

/** Pairs of ids in bytes, looked up without making strings. */
export class IdTable {
  private readonly olds: Uint8Array;
  private readonly news: Uint8Array;
  /** Numbers of pairs, from 1; 0 is an empty slot. */
  private readonly slots: Int32Array;

  constructor(ids: ReadonlyMap<string, string>) {
    this.olds = new Uint8Array(ids.size * UUID_LENGTH);
    this.news = new Uint8Array(ids.size * UUID_LENGTH);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(ids.size * 2 + 2)));
    let pair = 0;
    for (const [old, fresh] of ids) this.add(pair++, old, fresh);
  }

  /** The number of the id at a place; -1 when none of ours stands there. */
  find(bytes: Uint8Array, at: number): number {
    const { slots } = this;
    for (let slot = this.slotOf(bytes, at); ; slot = (slot + 1) & (slots.length - 1)) {
      const pair = (slots[slot] ?? 0) - 1;
      if (pair < 0 || isSame(this.olds, pair * UUID_LENGTH, bytes, at)) return pair;
    }
  }

  /** Puts the new id of a pair at a place. */
  put(pair: number, bytes: Uint8Array, at: number): void {
    const { news } = this;
    const from = pair * UUID_LENGTH;
    for (let index = 0; index < UUID_LENGTH; index++) bytes[at + index] = news[from + index] ?? 0;
  }

  isNewAt(pair: number, bytes: Uint8Array, at: number): boolean {
    return isSame(this.news, pair * UUID_LENGTH, bytes, at);
  }

  private add(pair: number, old: string, fresh: string): void {
    const at = pair * UUID_LENGTH;
    for (let index = 0; index < UUID_LENGTH; index++) {
      this.olds[at + index] = old.charCodeAt(index);
      this.news[at + index] = fresh.charCodeAt(index);
    }
    let slot = this.slotOf(this.olds, at);
    while (this.slots[slot] !== 0) slot = (slot + 1) & (this.slots.length - 1);
    this.slots[slot] = pair + 1;
  }

  private slotOf(bytes: Uint8Array, at: number): number {
    let hash = 0;
    for (let index = 0; index < 8; index++) hash = Math.imul(hash ^ (bytes[at + index] ?? 0), 0x01000193);
    // Ids made up by hand differ at their ends only.
    for (let index = 30; index < UUID_LENGTH; index++) hash = Math.imul(hash ^ (bytes[at + index] ?? 0), 0x01000193);
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }
}

function isSame(a: Uint8Array, from: number, b: Uint8Array, at: number): boolean {
  for (let index = 0; index < UUID_LENGTH; index++) if (a[from + index] !== b[at + index]) return false;
  return true;
}
