/** Tells by its first characters whether base64 decodes to text. */
import { MAX_STARTS, SEXTETS, SHORTEST_BASE64, TEXT_STATES } from './memory';

const SLASH: u32 = 47;
const NOT_TEXT: u32 = 255;

/** The text may begin at `start`, or after one of the first slashes. */
export function mayBeText(start: u32, end: u32): bool {
  const shortest = load<u32>(SHORTEST_BASE64);
  let from = start;
  for (let left = load<u32>(MAX_STARTS); left > 0 && from + shortest <= end; left--) {
    if (beginsLikeText(from, from + shortest)) return true;
    while (from < end && load<u8>(from) !== SLASH) from++;
    from++;
  }
  return false;
}

function beginsLikeText(start: u32, end: u32): bool {
  let state: u32 = 0;
  for (let at = start; at < end; at += 4) {
    const bits = (sextet(at) << 18) | (sextet(at + 1) << 12) | (sextet(at + 2) << 6) | sextet(at + 3);
    for (let shift: i32 = 16; shift >= 0; shift -= 8) {
      state = <u32>load<u8>(TEXT_STATES + (state << 8) + ((bits >> shift) & 255));
      if (state === NOT_TEXT) return false;
    }
  }
  return true;
}

function sextet(at: u32): u32 {
  return <u32>load<u8>(SEXTETS + <u32>load<u8>(at));
}
