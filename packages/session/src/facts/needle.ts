import { withoutAccents } from './accents.js';

/** Bytes to look for in a file. */
export interface Needle {
  bytes: Uint8Array;
  /** Of small letters of ASCII and digits only: large letters and accents make no difference. */
  folds?: boolean;
}

/** A text as it may be written inside a JSON string: as the client writes it, and as ASCII-only writers do. */
export function needlesOf(text: string): Needle[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [...new Set([escaped, ascii])].map((each) => ({ bytes: Buffer.from(each) }));
}

/** A word in any case and with any accents; in other scripts only in its usual spelling. */
export function needlesOfWord(word: string): Needle[] {
  const plain = withoutAccents(word).toLowerCase();
  if (/^[a-z0-9]+$/.test(plain)) return [{ bytes: Buffer.from(plain), folds: true }];
  const lower = word.toLowerCase();
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1);
  return [...new Set([word, lower, capital, word.toUpperCase()])].flatMap(needlesOf);
}
