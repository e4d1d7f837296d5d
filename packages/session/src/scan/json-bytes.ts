/**
 * Steps through JSON in bytes without making strings. Every function gives the index behind what it read,
 * or -1 when the bytes are not what it can read: then the caller parses the line for real.
 */
const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

/** Ids, times and names are shorter than this. */
const SHORT = 48;

/** From the byte behind an opening quote to the byte behind the closing one. */
export function skipString(bytes: Buffer, from: number, end: number): number {
  let at = from;
  // For a short string a loop beats a call into native code.
  for (const stop = Math.min(from + SHORT, end); at < stop; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) break;
  }
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0 || quote >= end) return -1;
    let backslashes = 0;
    while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** Short strings, such as keys and ids: a loop beats a call into native code. */
export function skipShortString(bytes: Buffer, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH || byte === undefined || byte < 32) return -1;
  }
  return -1;
}

/** From the quote of a short string to the byte behind its closing one. */
export function skipQuoted(bytes: Buffer, at: number, end: number): number {
  return bytes[at] === QUOTE ? skipShortString(bytes, at + 1, end) : -1;
}

/** From the byte behind the opening quote of a member's name to its value: the name ends two bytes before. */
export function skipName(bytes: Buffer, from: number, end: number): number {
  const behind = skipShortString(bytes, from, end);
  return behind >= 0 && bytes[behind] === COLON ? behind + 1 : -1;
}

export function skipValue(bytes: Buffer, at: number, end: number): number {
  const first = bytes[at];
  if (first === QUOTE) return skipString(bytes, at + 1, end);
  if (first === 123 || first === 91) return skipNested(bytes, at, end);
  return skipPlain(bytes, at, end);
}

/** Numbers, true, false, null. */
function skipPlain(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== 44 && bytes[at] !== 125 && bytes[at] !== 93) at++;
  return at > from ? at : -1;
}

function skipNested(bytes: Buffer, from: number, end: number): number {
  let depth = 0;
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at + 1, end);
      if (at < 0) return -1;
      continue;
    }
    at++;
    if (byte === 123 || byte === 91) depth++;
    else if ((byte === 125 || byte === 93) && --depth === 0) return at;
  }
  return -1;
}

/** A whole number, in `read.value`. */
export function readNumber(bytes: Buffer, from: number, end: number, read: { value: number }): number {
  let at = from;
  let value = 0;
  while (at < end) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    at++;
  }
  read.value = value;
  return at > from && at - from < 16 ? at : -1;
}

/** Whether the bytes at a place are these. */
export function isAt(bytes: Buffer, at: number, wanted: Buffer): boolean {
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false;
  return true;
}

/** A name, such as a key. Making a string of it costs less than the machine code for comparing bytes with many names. */
export function nameAt(bytes: Buffer, start: number, end: number): string {
  return (bytes as Buffer & { latin1Slice(start: number, end: number): string }).latin1Slice(start, end);
}
