import { beginSaid, startLine, surplus, walkKey, walkUpTo, walkValue } from './walk-json';

/**
 * Whether a reply's usage is of the message its head is of, and nothing between them says anything else: a list of
 * blocks, then members of the message that do not count, all of which can be parsed. All else is read for real.
 */
export function hasOneMessage(record: u32): bool {
  const usage = load<u32>(record, 24);
  const colon = load<u32>(record, 16);
  if (load<u16>(colon) != 0x5b3a) return false;
  // Where the first is no block, none may be.
  const first = load<u8>(colon, 2);
  if (first != 123 && first != 93) return false;
  walkUpTo(usage);
  startLine();
  // No ids are noted.
  beginSaid();
  let at = walkValue(colon + 1, 0);
  while (at != 0 && at + 1 < usage) {
    if (load<u8>(at) != 44) return false;
    const key = at + 1;
    const before = surplus;
    const value = walkKey(key);
    if (value == 0 || surplus != before || isCounted(key, value - 1 - key)) return false;
    at = walkValue(value, 0);
  }
  return at != 0 && at + 1 == usage && load<u8>(at) == 44;
}

/** `"id"`, `"model"`, `"usage"`, `"content"`. */
function isCounted(key: u32, length: u32): bool {
  if (length == 4) return load<u16>(key, 1) == 0x6469;
  if (length == 7) return load<u32>(key, 1) == 0x65646f6d || load<u32>(key, 1) == 0x67617375;
  return length == 9 && load<u64>(key) == 0x746e65746e6f6322;
}

/** Whether a message may stand behind what was recognised: of two it is the second that counts. */
export function hasMessage(from: u32, end: u32): bool {
  const quote = i8x16.splat(34);
  const letter = i8x16.splat(109);
  for (let at = from; at < end; at += 16) {
    let mask = <u32>i8x16.bitmask(v128.and(i8x16.eq(v128.load(at), quote), i8x16.eq(v128.load(at + 1), letter)));
    while (mask) {
      const found = at + ctz(mask);
      mask &= mask - 1;
      // "message":
      if (found < end && load<u64>(found) == 0x6567617373656d22 && load<u16>(found, 8) == 0x3a22) return true;
    }
  }
  return false;
}
