/** Where things stand in the memory of the outline. outline-kernel.ts has the same numbers. */
export const HEADER: u32 = 1024;
/** Sets of names: for each its slots, by length and two letters, then the names themselves. */
export const NAMES: u32 = 2048;
export const SLOTS: u32 = 128;
export const NAME: u32 = 32;
export const SET: u32 = SLOTS + 32 * NAME;
export const LINE: u32 = 0;
export const MESSAGE: u32 = 1;
export const BLOCK: u32 = 2;
export const INPUT: u32 = 3;
export const COUNTS: u32 = 4;
export const ATTACHMENT: u32 = 5;
export const DATA: u32 = 6;
export const RESULT: u32 = 7;

/** What was found of a block and of its input. */
export const BLOCK_FOUND: u32 = NAMES + 8 * SET;
export const INPUT_FOUND: u32 = BLOCK_FOUND + 128;
export const RECORDS: u32 = BLOCK_FOUND + 256;
export const RECORD: u32 = 384;
export const MAX_RECORDS: u32 = 256;
export const USES: u32 = RECORDS + RECORD * MAX_RECORDS;
export const LIST: u32 = 65536;
export const RESULTS: u32 = USES + LIST;
export const UUIDS: u32 = RESULTS + LIST;
export const SESSIONS: u32 = UUIDS + LIST;
export const USE: u32 = 40;
export const RESULT_FACT: u32 = 24;

/** Where in a record. */
export const LINE_AT: u32 = 16;
export const MESSAGE_AT: u32 = 188;
export const COUNTS_AT: u32 = 232;
export const ATTACHMENT_AT: u32 = 276;
export const DATA_AT: u32 = 288;
export const RESULT_AT: u32 = 300;
export const FACTS_AT: u32 = 312;
/** Of a line that was followed: the number of its own id, and of its parent's. */
export const OWN: u32 = 356;
export const HANGS_ON: u32 = 360;
/** Of a line whose blocks can be copied: the number of the first of them, plus 1. */
export const RAW: u32 = 364;

/** Members by their place among the names. */
export const LINE_TYPE: u32 = 0;
export const LINE_UUID: u32 = 1;
export const LINE_PARENT: u32 = 2;
export const LINE_TIMESTAMP: u32 = 3;
export const LINE_SIDECHAIN: u32 = 4;
export const LINE_MESSAGE: u32 = 5;
export const LINE_SUBTYPE: u32 = 8;
export const LINE_ATTACHMENT: u32 = 9;
export const LINE_DATA: u32 = 10;
export const LINE_RESULT: u32 = 11;
export const LINE_LEAF: u32 = 16;
export const LINE_SOURCE: u32 = 20;
export const MESSAGE_MODEL: u32 = 1;
export const MESSAGE_CONTENT: u32 = 2;
export const MESSAGE_USAGE: u32 = 3;
export const BLOCK_TYPE: u32 = 0;
export const BLOCK_ID: u32 = 1;
export const BLOCK_NAME: u32 = 2;
export const BLOCK_INPUT: u32 = 3;
export const BLOCK_TOOL_USE_ID: u32 = 4;
export const BLOCK_IS_ERROR: u32 = 5;
export const BLOCK_CONTENT: u32 = 6;
export const BLOCK_TEXT: u32 = 7;
export const BLOCK_THINKING: u32 = 8;
