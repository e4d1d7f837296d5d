/** Where things stand in the memory of the line kernel; src/scan/line-memory.ts has the same numbers. */
export const HEADER: u32 = 1024;
export const SLOT: u32 = 4160;
export const SLOTS: u32 = 16;
export const HEADS: u32 = HEADER + 64;
export const REPLY_HEADS: u32 = HEADS + SLOT * SLOTS;
export const TAILS: u32 = REPLY_HEADS + SLOT * SLOTS;
export const RECORDS: u32 = TAILS + SLOT * SLOTS;
export const RECORD: u32 = 96;
export const MAX_RECORDS: u32 = 1024;
/** The replies of a session: places by the hash of an id, then the replies in the order in which they came. */
export const PLACES: u32 = RECORDS + RECORD * MAX_RECORDS;
export const MAX_PLACES: u32 = 4096;
export const REPLIES: u32 = PLACES + 4 * MAX_PLACES;
export const REPLY: u32 = 112;
export const MAX_REPLIES: u32 = 2048;
export const LONGEST_ID: u32 = 64;

/**
 * The usage of replies in columns, behind all else but the region: what facts heads and tails stand for, then places by
 * the hash of an id.
 */
export const MAX_USAGES: u32 = 131072;
export const USAGE_FORMS: u32 = (REPLIES + REPLY * (MAX_REPLIES + 1) + 127) & ~127;
export const USAGE_PLACES: u32 = USAGE_FORMS + 128;
export const USAGE_COUNTERS: u32 = USAGE_PLACES + 8 * MAX_USAGES;
export const USAGE_TIMES: u32 = USAGE_COUNTERS + 48 * MAX_USAGES;
export const USAGE_OWNERS: u32 = USAGE_TIMES + 8 * MAX_USAGES;
export const USAGE_SOURCES: u32 = USAGE_OWNERS + 8 * MAX_USAGES;
export const USAGE_FACTS: u32 = USAGE_SOURCES + 8 * MAX_USAGES;
export const USAGE_ORDERS: u32 = USAGE_FACTS + 4 * MAX_USAGES;
export const USAGE_HASHES: u32 = USAGE_ORDERS + 4 * MAX_USAGES;
export const USAGE_LENGTHS: u32 = USAGE_HASHES + 4 * MAX_USAGES;
export const USAGE_IDS: u32 = USAGE_LENGTHS + 4 * MAX_USAGES;

/** How the scan stopped. PROMPT: it was read. WORDS: somebody's, with members that are not read here. */
export const DONE: u32 = 0;
export const UNKNOWN: u32 = 1;
export const DOUBTFUL: u32 = 2;
export const FULL: u32 = 3;
export const MARKED: u32 = 4;
export const PROMPT: u32 = 5;
export const WORDS: u32 = 6;
/** A compaction's words, read as a prompt is. */
export const SUMMARY: u32 = 7;

/** Fields of the header behind those that stop() fills in. */
export const RUN: u32 = HEADER + 12;
export const PROMPT_SAYS: u32 = HEADER + 16;
export const REPLY_COUNT: u32 = HEADER + 36;
export const USAGE_COUNT: u32 = HEADER + 40;
export const USAGE_LIMIT: u32 = HEADER + 44;
export const USAGE_FOLDED: u32 = HEADER + 48;

export function stop(why: u32, at: u32, lineEnd: u32, records: u32): u32 {
  store<u32>(HEADER, why);
  store<u32>(HEADER, lineEnd, 4);
  store<u32>(HEADER, records, 8);
  return at;
}

/** Two letters of the key: one alone is common in base64. */
// @ts-ignore: decorator
@inline
export function isUu(bytes: v128, at: u32): v128 {
  return v128.and(i8x16.eq(bytes, i8x16.splat(85)), i8x16.eq(v128.load(at + 1), i8x16.splat(117)));
}
