import { isUuid } from '../locate/session-id.js';

const LENGTH = 36;
const DASH = 45;
/** Where the dashes are, and where groups of four digits begin. */
const DASHES = [8, 13, 18, 23];
const GROUPS = [0, 4, 9, 14, 19, 24, 28, 32];
/** A UUID takes this many words. */
const WORDS = 4;
const FIRST_ROOM = 64 * WORDS;

/**
 * UUIDs that are looked up by their bytes. Each takes about 30 bytes, a quarter of what a set of strings needs, and no
 * string is made to look one up.
 */
export class UuidSet {
  /** Four words a slot; a slot of zeros is free. */
  private slots = new Uint32Array(FIRST_ROOM);
  private count = 0;
  /** UUIDs that are not in lower case, and the one that is all zeros. */
  private readonly others = new Set<string>();
  /** The UUID that was read last. */
  private readonly words = new Uint32Array(WORDS);

  get size(): number {
    return this.count + this.others.size;
  }

  /** Returns false if there is no UUID at this offset. */
  add(bytes: Buffer, at: number): boolean {
    if (!this.readAt(bytes, at)) {
      const text = textAt(bytes, at);
      if (isUuid(text)) this.others.add(text);
      return isUuid(text);
    }
    const slot = this.slotOf(this.words);
    if (!this.isFree(slot)) return true;
    this.slots.set(this.words, slot);
    if (++this.count * WORDS * 2 > this.slots.length) this.grow();
    return true;
  }

  has(bytes: Buffer, at: number): boolean {
    if (this.readAt(bytes, at)) return !this.isFree(this.slotOf(this.words));
    return this.others.size > 0 && this.others.has(textAt(bytes, at));
  }

  /** Reads a UUID into `words`. Returns false for everything that is kept in `others`. */
  private readAt(bytes: Buffer, at: number): boolean {
    if (at + LENGTH > bytes.length) return false;
    for (const dash of DASHES) if (bytes[at + dash] !== DASH) return false;
    let all = 0;
    for (let word = 0; word < WORDS; word++) {
      const high = fourDigits(bytes, at + (GROUPS[2 * word] ?? 0));
      const low = fourDigits(bytes, at + (GROUPS[2 * word + 1] ?? 0));
      if (high < 0 || low < 0) return false;
      all |= high | low;
      this.words[word] = (high << 16) | low;
    }
    return all !== 0;
  }

  /** Returns the slot of a UUID, or the free one where it belongs. */
  private slotOf(words: Uint32Array): number {
    const { slots } = this;
    const [a, b, c, d] = words;
    const last = slots.length - WORDS;
    let slot = hashOf(words) & last;
    while (slots[slot] !== a || slots[slot + 1] !== b || slots[slot + 2] !== c || slots[slot + 3] !== d) {
      if (this.isFree(slot)) break;
      slot = (slot + WORDS) & last;
    }
    return slot;
  }

  private isFree(slot: number): boolean {
    const { slots } = this;
    return slots[slot] === 0 && slots[slot + 1] === 0 && slots[slot + 2] === 0 && slots[slot + 3] === 0;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Uint32Array(2 * old.length);
    for (let at = 0; at < old.length; at += WORDS) {
      const words = old.subarray(at, at + WORDS);
      if (words.some((word) => word !== 0)) this.slots.set(words, this.slotOf(words));
    }
  }
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + LENGTH);
}

/** Returns the value of four hexadecimal digits in lower case; negative if they are none. */
function fourDigits(bytes: Buffer, at: number): number {
  let value = 0;
  for (let digit = 0; digit < 4; digit++) value = (value << 4) | (VALUES[bytes[at + digit] ?? 0] ?? NO_DIGIT);
  return value;
}

const NO_DIGIT = -1;
const VALUES = new Int8Array(256).fill(NO_DIGIT);
for (let value = 0; value < 16; value++) VALUES[value.toString(16).charCodeAt(0)] = value;

/** The lower bits are 0: slots begin at every fourth word. */
function hashOf(words: Uint32Array): number {
  let hash = 0;
  for (const word of words) hash = Math.imul(hash ^ (hash >>> 15) ^ word, 0x9e37_79b1);
  return (hash ^ (hash >>> 13)) & ~(WORDS - 1);
}
