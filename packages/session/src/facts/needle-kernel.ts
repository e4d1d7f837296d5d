import { loadWasm } from '../read/load-wasm.js';
import type { RegionMemory } from '../read/read-regions.js';
import { PLAIN_LATIN, PLAIN_MORE_LATIN } from './accents.js';
import type { Needle } from './needle.js';

const FILE = new URL('../../assembly/find-needles.wasm', import.meta.url);
/** The code reads up to 65 bytes at a time, also past the last one. */
const SLACK = 128;
const PAGE = 64 * 1024;
const FIRST_REGION = 256 * 1024;

type Global = { value: number };

/** The exports of assembly/find-needles.ts: memory locations, and the search. */
interface NeedleCode {
  header: Global;
  foldsAt: Global;
  special: Global;
  plainLetters: Global;
  needles: Global;
  slot: Global;
  slots: Global;
  lengthAt: Global;
  pairPlaceAt: Global;
  pairAt: Global;
  maskAt: Global;
  foldingAt: Global;
  lettersAt: Global;
  find(from: number, end: number): number;
}

/**
 * Finds needles in bytes, in WebAssembly. Searches 64 bytes at a time for the needle's rarest pair of neighbouring
 * bytes, and compares the rest only where it finds that pair.
 */
export class NeedleKernel implements RegionMemory {
  /** The memory that files are read into. */
  bytes: Buffer;
  private readonly code: NeedleCode;
  private readonly memory: WebAssembly.Memory;
  private readonly regionAt: number;

  constructor(needles: readonly Needle[]) {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((FIRST_REGION + SLACK) / PAGE) + 1 });
    const exported = new WebAssembly.Instance(loadWasm(FILE), { env: { memory: this.memory } }).exports;
    this.code = exported as unknown as NeedleCode;
    const { needles: at, slot, slots } = this.code;
    this.regionAt = at.value + slot.value * slots.value;
    this.write(needles.length <= slots.value ? needles : ANY_LINE);
    this.bytes = this.region();
  }

  /** Doubles the memory and keeps its content. */
  grow(): void {
    this.memory.grow(Math.ceil(this.bytes.length / PAGE));
    this.bytes = this.region();
  }

  /** Returns an offset inside the first match that begins here or later; `end` if there is none. */
  find(from: number, end: number): number {
    return this.code.find(from + this.regionAt, end + this.regionAt) - this.regionAt;
  }

  private region(): Buffer {
    const { buffer } = this.memory;
    return Buffer.from(buffer, this.regionAt, buffer.byteLength - this.regionAt - SLACK);
  }

  private write(needles: readonly Needle[]): void {
    const { code } = this;
    const memory = Buffer.from(this.memory.buffer);
    const folds = needles.some((needle) => needle.folds === true);
    memory.writeUInt32LE(needles.length, code.header.value);
    memory.writeUInt32LE(Number(folds), code.foldsAt.value);
    memory.set(SPECIAL, code.special.value);
    memory.write((PLAIN_LATIN + PLAIN_MORE_LATIN).replaceAll('.', '\0'), code.plainLetters.value, 'latin1');
    needles.forEach((needle, index) => {
      this.writeNeedle(memory, code.needles.value + index * code.slot.value, needle);
    });
  }

  private writeNeedle(memory: Buffer, slot: number, { bytes, folds = false }: Needle): void {
    const { code } = this;
    // A longer needle is searched by its beginning.
    const part = bytes.subarray(0, code.slot.value - code.lettersAt.value - SHORTER);
    const pair = rarestPair(part);
    memory.writeUInt32LE(part.length, slot + code.lengthAt.value);
    memory.writeUInt32LE(pair, slot + code.pairPlaceAt.value);
    for (const at of [0, 1]) {
      const byte = part[pair + at];
      const isLetter = folds && byte !== undefined && byte >= 97;
      memory[slot + code.pairAt.value + at] = byte ?? 0xff;
      // The bits in which others may differ from it. Without a byte, all of them may.
      memory[slot + code.maskAt.value + at] = byte === undefined ? 0xff : isLetter ? 0x20 : 0;
    }
    memory.writeUInt32LE(Number(folds), slot + code.foldingAt.value);
    memory.set(part, slot + code.lettersAt.value);
  }
}

const SHORTER = 16;

/** The bytes that assembly/find-needles.ts compares with; see `special` there. */
const SPECIAL = [...Buffer.from('\\u'), 0x100 - 0x43, 0x100 - 117, 0xe1];

/** Used when there are too many needles to search one by one: every line with text contains this. */
const ANY_LINE: readonly Needle[] = [{ bytes: Buffer.from('"') }];

function rarestPair(bytes: Uint8Array): number {
  let best = 0;
  for (let at = 1; at + 1 < bytes.length; at++) if (rarity(bytes, at) > rarity(bytes, best)) best = at;
  return best;
}

function rarity(bytes: Uint8Array, at: number): number {
  return rarityOf(bytes[at]) + rarityOf(bytes[at + 1]);
}

/** Bytes by frequency in sessions, most common first. */
const COMMON = ' etaonirsldc0u"1pm2fh34578-6g9,:b\\.yw_vkx/jzq';

function rarityOf(byte = 0): number {
  const at = COMMON.indexOf(String.fromCharCode(byte | (byte >= 65 && byte <= 90 ? 32 : 0)));
  return at < 0 ? COMMON.length : at;
}
