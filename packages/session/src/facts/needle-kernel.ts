import { loadWasm } from '../kernel/load-wasm.js';
import { RegionKernel } from '../kernel/region-kernel.js';
import type { RegionMemory } from '../read/read-regions.js';
import { PLAIN_LATIN, PLAIN_MORE_LATIN } from './accents.js';
import type { Needle } from './needle.js';

/** The same numbers as in assembly/find-needles.ts. */
const HEADER = 1024;
const FOLDS = 2048;
const NEEDLES = 4096;
const SLOT = 512;
const SLOTS = 32;
const REGION = NEEDLES + SLOT * SLOTS + 4096 + 64;
const FIRST_REGION = 256 * 1024;

/** A longer needle is looked for by its beginning. */
const LONGEST = SLOT - 32;

interface NeedleCode {
  find(from: number, end: number): number;
}

const compiled = () => loadWasm(new URL('../../assembly/find-needles.wasm', import.meta.url));

/**
 * Finds needles in bytes that are read into its memory, in WebAssembly: 64 bytes at a time are looked at for the two
 * neighbouring bytes of the needle that are rarest, and only where these stand is the rest compared.
 */
export class NeedleKernel extends RegionKernel<NeedleCode> implements RegionMemory {
  constructor(needles: readonly Needle[]) {
    super(compiled(), REGION, FIRST_REGION);
    this.write(needles.length <= SLOTS ? needles : ANY_LINE);
  }

  /** A place inside of the first match that begins here or later; `end` when there is none. */
  find(from: number, end: number): number {
    return this.code.find(from + REGION, end + REGION) - REGION;
  }

  private write(needles: readonly Needle[]): void {
    const memory = Buffer.from(this.memory.buffer);
    const folds = needles.some((needle) => needle.folds === true);
    memory.writeUInt32LE(needles.length, HEADER);
    memory.writeUInt32LE(Number(folds), HEADER + 4);
    memory.set(SPECIAL, HEADER + 8);
    memory.write((PLAIN_LATIN + PLAIN_MORE_LATIN).replaceAll('.', '\0'), FOLDS, 'latin1');
    for (const [index, needle] of needles.entries()) writeNeedle(memory, NEEDLES + index * SLOT, needle);
  }
}

/**
 * By which letters with accents are told from others: an escape; how bytes are moved so that those from C3 to CD come
 * first, and where these end then; the byte that begins the rest of Latin.
 */
const SPECIAL = [...Buffer.from('\\u'), 0x100 - 0x43, 0x100 - 117, 0xe1];

/** Too many to look for one by one: every line with a text has this. */
const ANY_LINE: readonly Needle[] = [{ bytes: Buffer.from('"') }];

function writeNeedle(memory: Buffer, slot: number, { bytes, folds = false }: Needle): void {
  const part = bytes.subarray(0, LONGEST);
  const pairAt = rarestPair(part);
  memory.writeUInt32LE(part.length, slot);
  memory.writeUInt32LE(pairAt, slot + 4);
  writePairByte(memory, slot + 8, part[pairAt], folds);
  writePairByte(memory, slot + 9, part[pairAt + 1], folds);
  memory.writeUInt32LE(Number(folds), slot + 12);
  memory.set(part, slot + 16);
}

/** A byte, and the bits in which others may differ from it; without one, all of them may. */
function writePairByte(memory: Buffer, at: number, byte: number | undefined, folds: boolean): void {
  const isLetter = folds && byte !== undefined && byte >= 97;
  memory[at] = byte ?? 0xff;
  memory[at + 2] = byte === undefined ? 0xff : isLetter ? 0x20 : 0;
}

function rarestPair(bytes: Uint8Array): number {
  let best = 0;
  for (let at = 1; at + 1 < bytes.length; at++) if (rarity(bytes, at) > rarity(bytes, best)) best = at;
  return best;
}

function rarity(bytes: Uint8Array, at: number): number {
  return rarityOf(bytes[at]) + rarityOf(bytes[at + 1]);
}

/** The commonest first, as sessions have them. */
const COMMON = ' etaonirsldc0u"1pm2fh34578-6g9,:b\\.yw_vkx/jzq';

function rarityOf(byte = 0): number {
  const at = COMMON.indexOf(String.fromCharCode(byte | (byte >= 65 && byte <= 90 ? 32 : 0)));
  return at < 0 ? COMMON.length : at;
}
