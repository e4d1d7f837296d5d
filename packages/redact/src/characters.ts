/** Sets of ASCII characters as tables: one array access per character is much faster than a regex. */
export type CharacterSet = Uint8Array;

export function characterSet(members: string): CharacterSet {
  const set = new Uint8Array(128);
  for (const member of members) set[member.charCodeAt(0)] = 1;
  return set;
}

export const isIn = (set: CharacterSet, code: number): boolean => set[code] === 1;

export function membersOf(set: CharacterSet): string {
  return Array.from(set.keys(), (code) => (isIn(set, code) ? String.fromCharCode(code) : '')).join('');
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

export const UPPER_DIGIT = characterSet(UPPER + DIGITS);
export const ALNUM = characterSet(UPPER + LOWER + DIGITS);
export const WORD = characterSet(`${UPPER}${LOWER}${DIGITS}_`);
export const WORD_DASH = characterSet(`${UPPER}${LOWER}${DIGITS}_-`);
export const WORD_DASH_DOT = characterSet(`${UPPER}${LOWER}${DIGITS}_-.`);
export const HEX = characterSet(`${DIGITS}abcdefABCDEF`);
export const HEX_DASH = characterSet(`${DIGITS}abcdefABCDEF-`);
export const BASE64 = characterSet(`${UPPER}${LOWER}${DIGITS}+/`);
export const BASE64_PADDED = characterSet(`${UPPER}${LOWER}${DIGITS}+/=`);
export const BASE64_ANY = characterSet(`${UPPER}${LOWER}${DIGITS}+/=_-`);
export const DIGIT = characterSet(DIGITS);

/** The end of the run of characters of the set that begins at `from`, at most `limit`. */
export function endOfRun(text: string, from: number, set: CharacterSet, limit = text.length): number {
  const last = Math.min(limit, text.length);
  let at = from;
  while (at < last && set[text.charCodeAt(at)] === 1) at++;
  return at;
}

/** The number of backslashes right before `at`. Bounded, because deeper nesting does not occur. */
export function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (count < 64 && text.charCodeAt(at - 1 - count) === 92) count++;
  return count;
}
