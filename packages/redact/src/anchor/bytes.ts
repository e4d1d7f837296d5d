/** The kernel holds a text as one byte below 128 for each character. */
export const BYTES = 128;
export const ALL = Array.from({ length: BYTES }, (_, code) => String.fromCharCode(code)).join('');
/** What the kernel sees before and after a text. */
export const OUTSIDE = '\u0000';
/** Stands for every character beyond ASCII except the wide colon. */
export const BEYOND_ASCII = '\u0001';
/** Stands for the wide colon. Its lower half is that of `:`, which keeps groups of pairs small: see tables.ts. */
export const WIDE_COLON_BYTE = '\u001a';
