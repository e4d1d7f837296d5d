/** Where things stand in the kernel's memory. skip-kernel.ts has the same numbers. */
export const HEADER: u32 = 1024;
/** What may stand between a name and the sign behind it. */
export const GAPS: u32 = 2048;
export const SEXTETS: u32 = 2304;
/** Sets of characters, and what has them by the higher half of a byte (character-sets.ts). */
export const RUN_SET: u32 = 2560;
export const BLOCK_SET: u32 = RUN_SET + 16;
export const SIGN_SET: u32 = BLOCK_SET + 16;
export const HIGH_BITS: u32 = SIGN_SET + 16;
/** Letters that words have which a password follows. */
export const FIRST_LETTERS: u32 = HIGH_BITS + 16;
export const FOURTH_LETTERS: u32 = FIRST_LETTERS + 16;
/** Of one byte each: a dash, and the lower half of a byte. From memory they are had sooner than made again. */
export const DASHES: u32 = FOURTH_LETTERS + 16;
export const HALVES: u32 = DASHES + 16;
/** By two characters: which tokens that services issue may begin with them, and which third ones these have. */
export const ISSUED: u32 = 4096;
export const THIRDS: u32 = ISSUED + 65536;
/** By the first four characters, mixed: whether such a token may begin with them. */
export const FOURTHS: u32 = THIRDS + 256 * 256;
/** By the first four characters, mixed: how long words are that a password follows, a bit for each length. */
export const WORDS: u32 = FOURTHS + 65536;
/** By two characters: whether a secret's name may end with them, as it may with any beyond ASCII; by two small letters: which ones stand before, a bit each. */
export const ENDINGS: u32 = WORDS + 65536;
export const BEFORE_ENDINGS: u32 = ENDINGS + 65536;
export const ANY_LETTER: u32 = 1 << 31;
/** By two small letters: where the words that end with them are listed, how many first. */
export const WORD_LISTS: u32 = BEFORE_ENDINGS + 4096;
export const WORDS_LISTED: u32 = WORD_LISTS + 1536;
/**
 * By four characters of which the last is a `-` or `_`, mixed: how many have to stand behind it for a token that may
 * begin in the middle of a word; 0 for none.
 */
export const GLUED: u32 = WORD_LISTS + 4096;

export function pairAt(at: u32): u32 {
  return ((<u32>load<u8>(at)) << 8) | <u32>load<u8>(at, 1);
}

/** A number for four characters, the same as in four-characters.ts. */
export function fourAt(at: u32): u32 {
  return (load<u32>(at) * 0x9e3779b1) >> 16;
}

export function isDigit(byte: u32): bool {
  return byte - 48 < 10;
}
