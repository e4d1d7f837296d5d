import { BASE64_ANY, isIn } from './characters.js';

/** The roles of characters in the scanner. OTHER ends everything and starts nothing. */
export const OTHER = 0;
/** A letter, a digit, `_` or `-`. */
export const RUN = 1;
/** Part of base64 but not of tokens: ends a run but not a block. */
export const BLOCK = 2;
export const SIGN = 3;
export const ESCAPE = 4;

export const ROLES = new Uint8Array(128);
for (let code = 0; code < 128; code++) if (isIn(BASE64_ANY, code)) ROLES[code] = RUN;
for (const sign of '+/') ROLES[sign.charCodeAt(0)] = BLOCK;
for (const sign of ':=>~[') ROLES[sign.charCodeAt(0)] = SIGN;
ROLES[92] = ESCAPE;

/** The colon used in Chinese and Japanese. */
export const WIDE_COLON = 0xff1a;

export function roleOf(code: number): number {
  if (code < 128) return ROLES[code] ?? OTHER;
  return code === WIDE_COLON ? SIGN : OTHER;
}
