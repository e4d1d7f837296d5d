/** Where digests stand, behind all that the outline keeps. outline-kernel.ts has the same numbers. */
import { LIST, MAX_RECORDS, SESSIONS } from './outline-memory';

export const DIGESTS: u32 = SESSIONS + LIST;
export const DIGEST: u32 = 128;
/** Numbers of the texts of calls and results. */
export const REFS: u32 = DIGESTS + DIGEST * MAX_RECORDS;
export const NEW_TEXTS: u32 = REFS + 65536;
export const NEW_TEXT: u32 = 16;
export const MAX_NEW_TEXTS: u32 = 4096;
export const FRESH: u32 = NEW_TEXTS + NEW_TEXT * MAX_NEW_TEXTS;
export const MOST_CELLS: u32 = 4096;
export const CELLS: u32 = FRESH + 4 * MOST_CELLS;
export const CELL: u32 = 64;
/** Blocks that can be copied, of all lines of a run: kind, where the words begin and end. */
export const BLOCKS: u32 = CELLS + CELL * MOST_CELLS;
export const RAW_BLOCK: u32 = 12;
export const MAX_RAW_BLOCKS: u32 = 5440;
/** What is told of the lines that have them: where the content stands, of replies what stands beside it, the blocks. */
export const RAW_LINES: u32 = BLOCKS + 65536;
/** Where names of members stand while plain objects are walked. */
export const KEYS: u32 = RAW_LINES + 98304;
