/** Whether base64 begins like text. */
import { SEXTETS } from './skip-memory';

export const SHORTEST_BASE64: u32 = 24;
const MOST_STARTS: u32 = 8;

/** As encoded-block.ts and base64.ts do it: whether the first characters decode to text. */
export function mayBeText(start: u32, end: u32): bool {
  let from = start;
  for (let tries: u32 = 0; tries < MOST_STARTS; tries++) {
    if (end < from + SHORTEST_BASE64) return false;
    if (beginsLikeText(from)) return true;
    while (from < end && load<u8>(from) !== 47) from++;
    if (from === end) return false;
    from++;
  }
  return false;
}

function beginsLikeText(start: u32): bool {
  let pending = 0;
  for (let at = start; at < start + SHORTEST_BASE64; at += 4) {
    const first = <u32>load<u8>(SEXTETS + <u32>load<u8>(at));
    const second = <u32>load<u8>(SEXTETS + <u32>load<u8>(at, 1));
    const third = <u32>load<u8>(SEXTETS + <u32>load<u8>(at, 2));
    const fourth = <u32>load<u8>(SEXTETS + <u32>load<u8>(at, 3));
    if ((first | second | third | fourth) > 63) return false;
    pending = bytesPending(pending, (first << 2) | (second >> 4));
    if (pending >= 0) pending = bytesPending(pending, ((second & 15) << 4) | (third >> 2));
    if (pending >= 0) pending = bytesPending(pending, ((third & 3) << 6) | fourth);
    if (pending < 0) return false;
  }
  return true;
}

function bytesPending(pending: i32, byte: u32): i32 {
  if (pending > 0) return byte >= 0x80 && byte < 0xc0 ? pending - 1 : -1;
  if (byte < 0x80) {
    return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13 || byte === 27 ? 0 : -1;
  }
  if (byte < 0xc2 || byte > 0xf4) return -1;
  return byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}
