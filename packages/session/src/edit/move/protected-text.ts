/** A range of bytes. */
export interface Span {
  start: number;
  end: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const SPACE = 32;

const KEYS = ['"thinking"', '"signature"'].map((key) => Buffer.from(key));
const REDACTED = Buffer.from('"redacted_thinking"');
const DATA = Buffer.from('"data"');

/**
 * Returns thoughts and their signatures, in order. The API checks a thought against its signature, so not one byte of
 * either may change. Quotes inside strings are escaped, so only keys of objects match.
 */
export function thoughtsIn(bytes: Buffer): Span[] {
  const keys = bytes.includes(REDACTED) ? [...KEYS, DATA] : KEYS;
  return keys.flatMap((key) => valuesOf(bytes, key)).sort((a, b) => a.start - b.start);
}

function valuesOf(bytes: Buffer, key: Buffer): Span[] {
  const found: Span[] = [];
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + 1)) {
    const open = skip(bytes, skip(bytes, at + key.length, SPACE, COLON), SPACE, QUOTE) - 1;
    if (bytes[open] !== QUOTE || open <= at + key.length) continue;
    found.push({ start: open, end: closingQuote(bytes, open + 1) });
  }
  return found;
}

/** Skips blanks and the byte that must follow them; returns `from` if it does not follow. */
function skip(bytes: Buffer, from: number, blank: number, wanted: number): number {
  let at = from;
  while (bytes[at] === blank) at++;
  return bytes[at] === wanted ? at + 1 : from;
}

function closingQuote(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}
