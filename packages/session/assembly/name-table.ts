/** Tables of member names. Each entry has a name and room for three numbers. */

/** The address of the next table. */
let tables: u32 = 0;

export const longestName: u32 = 40;

const SLOTS: u32 = 128;
const MAX_ENTRIES: u32 = 96;
const LENGTH: u32 = 0;
const NAME: u32 = 4;
const NUMBERS: u32 = NAME + longestName;
const ENTRY: u32 = NUMBERS + 12;
/** The slots contain entry numbers, counted from 1. The entries follow them. */
const TABLE: u32 = SLOTS + MAX_ENTRIES * ENTRY;

export function placeTables(at: u32): void {
  tables = at;
}

export function newTable(): u32 {
  const table = takeRoom(TABLE);
  memory.fill(table, 0, TABLE);
  return table;
}

export function takeRoom(bytes: u32): u32 {
  const at = tables;
  tables += bytes;
  return at;
}

/** Returns the new entry. Its numbers are 0. */
export function addName(table: u32, name: u32, length: u32): u32 {
  let number: u32 = 1;
  for (let at: u32 = 0; at < SLOTS; at++) if (load<u8>(table + at) !== 0) number++;
  let slot = slotOf(name, length);
  while (load<u8>(table + slot) !== 0) slot = (slot + 1) & (SLOTS - 1);
  store<u8>(table + slot, <u8>number);
  const entry = entryAt(table, number);
  store<u32>(entry, length, LENGTH);
  memory.copy(entry + NAME, name, length);
  return entry;
}

/** Returns the entry of a name; 0 if it is not in the table. */
export function findName(table: u32, name: u32, length: u32): u32 {
  let slot = slotOf(name, length);
  let number = <u32>load<u8>(table + slot);
  while (number !== 0) {
    const entry = entryAt(table, number);
    if (load<u32>(entry, LENGTH) === length && isSame(entry + NAME, name, length)) return entry;
    slot = (slot + 1) & (SLOTS - 1);
    number = <u32>load<u8>(table + slot);
  }
  return 0;
}

export function numberOf(entry: u32, which: u32): u32 {
  return load<u32>(entry + NUMBERS + which * 4);
}

export function setNumber(entry: u32, which: u32, value: u32): void {
  store<u32>(entry + NUMBERS + which * 4, value);
}

function entryAt(table: u32, number: u32): u32 {
  return table + SLOTS + (number - 1) * ENTRY;
}

/** Hashes the length and the ends, in which names differ. */
function slotOf(name: u32, length: u32): u32 {
  if (length === 0) return 0;
  return (length * 7 + <u32>load<u8>(name) * 2 + <u32>load<u8>(name + length - 1) * 3) & (SLOTS - 1);
}

function isSame(a: u32, b: u32, length: u32): bool {
  let at: u32 = 0;
  for (; at + 8 <= length; at += 8) if (load<u64>(a + at) !== load<u64>(b + at)) return false;
  for (; at < length; at++) if (load<u8>(a + at) !== load<u8>(b + at)) return false;
  return true;
}
