/** Where things stand in the memory of the line kernel; assembly/line-memory.ts has the same numbers. */
export const HEADER = 1024;
export const SLOT = 4160;
export const SLOTS = 16;
export const HEADS = HEADER + 64;
export const REPLY_HEADS = HEADS + SLOT * SLOTS;
export const TAILS = REPLY_HEADS + SLOT * SLOTS;
export const RECORDS = TAILS + SLOT * SLOTS;
export const RECORD = 96;
const MAX_RECORDS = 1024;
const PLACES = RECORDS + RECORD * MAX_RECORDS;
const MAX_PLACES = 4096;
export const REPLIES = PLACES + 4 * MAX_PLACES;
export const REPLY = 112;
export const MAX_REPLIES = 2048;
export const LONGEST_ID = 64;
const REPLIES_END = REPLIES + REPLY * (MAX_REPLIES + 1);
export const MAX_USAGES = 131_072;
export const USAGE_FORMS = 128 * Math.ceil(REPLIES_END / 128);
export const USAGE_COUNTERS = USAGE_FORMS + 128 + 8 * MAX_USAGES;
export const USAGE_TIMES = USAGE_COUNTERS + 48 * MAX_USAGES;
export const USAGE_OWNERS = USAGE_TIMES + 8 * MAX_USAGES;
export const USAGE_SOURCES = USAGE_OWNERS + 8 * MAX_USAGES;
export const USAGE_FACTS = USAGE_SOURCES + 8 * MAX_USAGES;
export const USAGE_ORDERS = USAGE_FACTS + 4 * MAX_USAGES;
const USAGE_HASHES = USAGE_ORDERS + 4 * MAX_USAGES;
export const USAGE_LENGTHS = USAGE_HASHES + 4 * MAX_USAGES;
export const USAGE_IDS = USAGE_LENGTHS + 4 * MAX_USAGES;
const USAGES_END = USAGE_IDS + LONGEST_ID * MAX_USAGES;

/** Where what is read stands, in a kernel that has no table of usage, and in one that has. */
export const REGION = offPage(REPLIES_END);
export const REGION_BEHIND_USAGES = offPage(USAGES_END);

/** Reading into memory that starts right at a page is markedly slower for large reads (copies in the kernel). */
function offPage(at: number): number {
  return 4096 * Math.ceil(at / 4096) + 64;
}

/** Fields of the header. */
export const Field = {
  why: 0,
  lineEnd: 1,
  records: 2,
  run: 3,
  prompt: 4,
  replies: 9,
  usages: 10,
  usageLimit: 11,
  folded: 12,
} as const;

/** Why a scan stopped. */
export const Stop = { done: 0, unknown: 1, doubtful: 2, full: 3, marked: 4, prompt: 5, words: 6, summary: 7 } as const;

/** What the lines since the last stop were, for all of them and for those of the main thread. */
export const Run = { allReply: 1, allResult: 2, mainReply: 4, mainResult: 8, main: 16 } as const;
