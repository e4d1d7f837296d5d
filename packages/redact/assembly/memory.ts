/**
 * Where things are in memory. TypeScript takes these addresses from the compiled module and fills the tables from the rules
 * (src/anchor/tables.ts).
 */

/** Numbers of 4 bytes. */
/** Where the last anchor ends that was found. */
export const ANCHOR_END: u32 = 1020;
export const SHORTEST_STRETCH: u32 = 1024;
export const SHORTEST_BASE64: u32 = 1028;
export const MOST_STARTS: u32 = 1032;
export const LONGEST_AHEAD: u32 = 1036;

/** Nodes of the graph at which walks begin, 4 bytes each: see src/anchor/anchors.ts. */
export const PLACES: u32 = 1040;
export const AHEAD: u32 = 1044;
export const BEFORE_STRETCH: u32 = 1048;
export const AFTER_STRETCH: u32 = 1052;

/**
 * The last two characters of anchors in eight groups, each with a bit: by the lower and by the higher half of a character,
 * the groups in which it is the first or the second one. 16 bytes each.
 */
export const FIRST_LOW: u32 = 1056;
export const FIRST_HIGH: u32 = 1072;
export const SECOND_LOW: u32 = 1088;
export const SECOND_HIGH: u32 = 1104;
/** Characters of base64: by the lower half, a bit for each higher half; and the bit of each higher half. */
export const BASE64: u32 = 1120;
export const HIGH_BITS: u32 = 1136;

/** By character, its value in base64. */
export const SEXTETS: u32 = 1152;
/** By state (256 bytes each) and byte, the next state of reading text in UTF-8; 255 for what is no text. */
export const TEXT_STATES: u32 = 2048;
/** By character, 2 bytes: a bit for each set that conditions name. */
export const CONDITION_SETS: u32 = 4096;
/** By node, 2 bytes: the number of its first condition; 0 where no anchor ends. */
export const NODE_CONDITIONS: u32 = 4608;
export const MOST_NODES: u32 = 2048;
/** 16 bytes each: see walk.ts. */
export const CONDITIONS: u32 = NODE_CONDITIONS + MOST_NODES * 2;
export const MOST_CONDITIONS: u32 = 1024;
/** By node (256 bytes each) and character, the next node. */
export const NODES: u32 = CONDITIONS + MOST_CONDITIONS * 16;
/** Zeros, which stand before every text, and the text. */
export const TEXT: u32 = NODES + MOST_NODES * 256 + 256;
