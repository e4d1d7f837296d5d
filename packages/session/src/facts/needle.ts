import { withoutAccents } from './accents.js';

/** Bytes to look for in a file. */
export interface Needle {
  bytes: Uint8Array;
  /** For needles of lower-case ASCII letters and digits only: case and accents make no difference. */
  folds?: boolean;
}

/** Returns a text as it may be written inside a JSON string: by the client, and by ASCII-only writers. */
export function needlesOf(text: string): Needle[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [...new Set([escaped, ascii])].map((each) => ({ bytes: Buffer.from(each) }));
}

/** Returns needles for a word in any case and with any accents; in other scripts only in its usual spelling. */
export function needlesOfWord(word: string): Needle[] {
  const plain = withoutAccents(word).toLowerCase();
  if (/^[a-z0-9]+$/.test(plain)) return [{ bytes: Buffer.from(plain), folds: true }];
  const lower = word.toLowerCase();
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1);
  return [...new Set([word, lower, capital, word.toUpperCase()])].flatMap(needlesOf);
}
