/** Where a string is cut: splice-line.ts has the same in JavaScript, for lines that stand in another memory. */

const BACKSLASH: u32 = 92;
const LETTER_U: u32 = 117;

/** Behind the first characters of a string that has more; `from` is the byte behind its quote. Characters are units of UTF-16. */
export function endOfCharacters(from: u32, count: u32): u32 {
  let at = from;
  let units: u32 = 0;
  while (units < count) {
    const plain = min(plainBytes(at), count - units);
    at += plain;
    units += plain;
    if (plain > 0) continue;
    const byte = <u32>load<u8>(at);
    // Half a character cannot be sent.
    if (units == count - 1 && (byte >= 0xf0 || isHighSurrogate(at))) return at;
    if (byte == BACKSLASH) at += load<u8>(at, 1) == LETTER_U ? 6 : 2;
    else if (byte < 0x80) at++;
    else if (byte < 0xe0) at += 2;
    else if (byte < 0xf0) at += 3;
    else {
      at += 4;
      units++;
    }
    units++;
  }
  return at;
}

/** How many of the next bytes are characters as they stand there: up to 16. */
// @ts-ignore: decorator
@inline
function plainBytes(at: u32): u32 {
  const bytes = v128.load(at);
  const special = <u32>i8x16.bitmask(v128.or(bytes, i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH))));
  return special == 0 ? 16 : ctz(special);
}

/** Written as an escape: D8 to DB. */
function isHighSurrogate(at: u32): bool {
  if (load<u8>(at) != BACKSLASH || load<u8>(at, 1) != LETTER_U || (load<u8>(at, 2) | 32) != 100) return false;
  const digit = <u32>load<u8>(at, 3) | 32;
  return digit == 56 || digit == 57 || digit == 97 || digit == 98;
}
