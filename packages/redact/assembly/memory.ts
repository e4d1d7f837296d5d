/**
 * The addresses of what is in memory. TypeScript reads them from the compiled module and fills the tables from the rules
 * (src/anchor/tables.ts).
 */

/** Numbers, 4 bytes each. */
export const SHORTEST_STRETCH: u32 = 1024;
export const SHORTEST_BASE64: u32 = 1028;
export const MAX_STARTS: u32 = 1032;
export const LONGEST_AHEAD: u32 = 1036;
/** The end of the anchor that was found last. */
export const ANCHOR_END: u32 = 1040;
/** The wide colon, the byte that stands for it, and the byte that stands for any other character beyond ASCII. */
export const WIDE_COLON: u32 = 1060;
export const WIDE_COLON_BYTE: u32 = 1064;
export const BEYOND_ASCII_BYTE: u32 = 1068;

/** The nodes of the graph where walks start, 4 bytes each: see src/anchor/anchors.ts. */
export const PLACES: u32 = 1044;
export const AHEAD: u32 = 1048;
export const BEFORE_STRETCH: u32 = 1052;
export const AFTER_STRETCH: u32 = 1056;

/**
 * The last two characters of every anchor, in sixteen groups: eight here, eight at MORE_GROUPS. For the lower and the upper half
 * of a character, the groups (one bit each) in which it is the first or the second of the two. 16 bytes each.
 */
export const FIRST_LOW: u32 = 1072;
export const FIRST_HIGH: u32 = 1088;
export const SECOND_LOW: u32 = 1104;
export const SECOND_HIGH: u32 = 1120;
/** The characters of base64: by lower half, one bit for each upper half. And the bit of each upper half. */
export const BASE64: u32 = 1136;
export const HIGH_BITS: u32 = 1152;

/** By character: its value in base64. */
export const SEXTETS: u32 = 1168;
/** From the tables of one half of the groups to those of the other. */
export const MORE_GROUPS: u32 = 256;
/** By state (256 bytes each) and byte: the next state when reading UTF-8; 255 if this is not text. */
export const TEXT_STATES: u32 = 2048;
/** By character, 2 bytes: one bit for each set that conditions use. */
export const CONDITION_SETS: u32 = 4096;
/** By node, 2 bytes: the number of its first condition; 0 if no anchor ends there. */
export const NODE_CONDITIONS: u32 = 4608;
export const MAX_NODES: u32 = 7168;
/** 16 bytes each: see walk.ts. */
export const CONDITIONS: u32 = NODE_CONDITIONS + MAX_NODES * 2;
export const MAX_CONDITIONS: u32 = 2048;
/** By node (256 bytes each) and character, 2 bytes: the next node. */
export const NODES: u32 = CONDITIONS + MAX_CONDITIONS * 16;
/** The text, after zeros that stand for what is before its start. */
export const TEXT: u32 = NODES + MAX_NODES * 256 + 256;
