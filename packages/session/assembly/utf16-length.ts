/** How many units of UTF-16 well-formed UTF-8 comes to: one a character, two for those of four bytes. */
export function utf16Length(start: u32, stop: u32): u32 {
  let length = stop - start;
  let at = start;
  for (; at + 16 <= stop; at += 16) {
    const bytes = v128.load(at);
    if (i8x16.bitmask(bytes) == 0) continue;
    length -= popcnt<u32>(i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-64))));
    length += popcnt<u32>(i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(-16))));
  }
  for (; at < stop; at++) {
    const byte = load<u8>(at);
    if (byte >= 0x80 && byte < 0xc0) length--;
    else if (byte >= 0xf0) length++;
  }
  return length;
}
