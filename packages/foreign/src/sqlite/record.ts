import { SqliteDamage } from './database-file.js';

export type Value = string | number | bigint | null | Uint8Array;

/** A cell's content. Only the beginning may be in its page. */
export interface Payload {
  size: number;
  local: Buffer;
  /** Reads all of it. */
  whole(): Buffer;
}

/** A varint and where it ends. */
export function varint(bytes: Buffer, at: number): [number, number] {
  let value = 0;
  for (let place = 0; place < 8; place++) {
    const byte = byteAt(bytes, at + place);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + place + 1];
  }
  return [value * 256 + byteAt(bytes, at + 8), at + 9];
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new SqliteDamage('a number is cut off');
  return byte;
}

/**
 * The values of some columns. Columns that a record lacks were added to the table later and are null. Reads only the
 * page unless a requested value is longer.
 */
export function valuesOf(payload: Payload, wanted: readonly number[], encoding: string): Value[] {
  const [headerSize] = varint(payload.local, 0);
  let bytes = headerSize > payload.local.length ? payload.whole() : payload.local;
  const places = placesIn(bytes, headerSize);
  return wanted.map((column) => {
    const place = places[column];
    if (!place) return null;
    if (place.to > bytes.length) bytes = payload.whole();
    return decoded(bytes, place, encoding);
  });
}

/** All values of a record. */
export function everyValueOf(payload: Payload, encoding: string): Value[] {
  const bytes = payload.whole();
  const [headerSize] = varint(bytes, 0);
  return placesIn(bytes, headerSize).map((place) => decoded(bytes, place, encoding));
}

interface ValuePlace {
  type: number;
  from: number;
  to: number;
}

function placesIn(bytes: Buffer, headerSize: number): ValuePlace[] {
  const places: ValuePlace[] = [];
  let from = headerSize;
  let [, at] = varint(bytes, 0);
  while (at < headerSize) {
    const [type, next] = varint(bytes, at);
    const to = from + sizeOf(type);
    places.push({ type, from, to });
    from = to;
    at = next;
  }
  return places;
}

const SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

function sizeOf(type: number): number {
  return SIZES[type] ?? Math.floor((type - 12) / 2);
}

function decoded(record: Buffer, { type, from, to }: ValuePlace, encoding: string): Value {
  const bytes = record.subarray(from, to);
  if (bytes.length < to - from) throw new SqliteDamage('a value is longer than its record');
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 8 || type === 9) return type - 8;
  if (type === 6) return smallest(bytes.readBigInt64BE(0));
  if (type <= 5) return bytes.readIntBE(0, bytes.length);
  if (type < 12) throw new SqliteDamage('a value has an impossible type');
  return type % 2 === 0 ? Uint8Array.from(bytes) : textOf(bytes, encoding);
}

function smallest(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function textOf(bytes: Buffer, encoding: string): string {
  if (encoding === 'utf8') return bytes.toString('utf8');
  const whole = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return (encoding === 'utf16be' ? whole.swap16() : whole).toString('utf16le');
}
