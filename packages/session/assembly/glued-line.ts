const LONGEST_SIDE_LINE: u32 = 400;

/**
 * Whether a second object may stand on a line that has no key to tell: titles, queued prompts and the like. Behind a long
 * line it shows by the session it ends with.
 */
export function isGlued(start: u32, end: u32): bool {
  const length = end - start;
  if (length > LONGEST_SIDE_LINE) {
    const at = end - 51;
    // A long side line, such as the last prompt, ends with its own.
    return isSessionId(at) && !(isSideLine(start) && !hasSessionId(start, at));
  }
  if (length < 3) return false;
  for (let at = start; at <= end - 3; at++) {
    if (load<u8>(at) == 125 && load<u16>(at + 1) == 0x227b) return true;
  }
  return false;
}

/** `"sessionId":"` */
// @ts-ignore: decorator
@inline
function isSessionId(at: u32): bool {
  return load<u64>(at) == 0x6e6f697373657322 && load<u32>(at + 8) == 0x3a226449 && load<u8>(at + 12) == 34;
}

/** `{"type":"`: such a line has no parent, unless another stands on it. */
export function isSideLine(at: u32): bool {
  return load<u64>(at) == 0x3a2265707974227b && load<u8>(at + 8) == 34;
}

function hasSessionId(from: u32, end: u32): bool {
  const quote = i8x16.splat(34);
  const letter = i8x16.splat(115);
  for (let at = from; at < end; at += 16) {
    let mask = <u32>i8x16.bitmask(v128.and(i8x16.eq(v128.load(at), quote), i8x16.eq(v128.load(at + 1), letter)));
    while (mask) {
      const found = at + ctz(mask);
      mask &= mask - 1;
      if (found < end && isSessionId(found)) return true;
    }
  }
  return false;
}
