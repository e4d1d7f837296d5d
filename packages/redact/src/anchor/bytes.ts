/** The kernel holds a text as one byte below 128 for each character. */
export const BYTES = 128;
export const ALL = Array.from({ length: BYTES }, (_, code) => String.fromCharCode(code)).join('');
/** Stands for every character beyond ASCII but the wide colon. */
export const BEYOND_ASCII = '\u0001';
/** Stands for the colon of Chinese and Japanese. By its lower half it is like the other signs: see tables.ts. */
export const WIDE_COLON = '\u001a';
/** What the kernel sees before and behind a text. */
export const OUTSIDE = '\u0000';
