const BACKSLASH = 92;
const LETTER_U = 117;

/**
 * Returns the index of the first `\uD8xx` to `\uDFxx` that is not part of a pair, or -1. The bytes must be JSON, where
 * a backslash always begins an escape. Unescaped halves cannot occur: they are not valid UTF-8.
 */
export function firstLoneSurrogate(bytes: Uint8Array, start: number, end: number): number {
  let at = bytes.indexOf(BACKSLASH, start);
  while (at >= 0 && at < end) {
    const unit = escapedUnit(bytes, at);
    if (isLow(unit)) return at;
    if (isHigh(unit) && !isLow(escapedUnit(bytes, at + 6))) return at;
    at = bytes.indexOf(BACKSLASH, at + escapeLength(unit));
  }
  return -1;
}

/** Returns the UTF-16 unit of the escape at `at`, -1 if it does not have the form `\uXXXX`. */
function escapedUnit(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LETTER_U) return -1;
  return Number.parseInt(String.fromCharCode(...bytes.subarray(at + 2, at + 6)), 16);
}

function escapeLength(unit: number): number {
  if (unit < 0) return 2;
  return isHigh(unit) ? 12 : 6;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
