/** `"message` */
const MESSAGE: u64 = 0x6567617373656d22;

/**
 * Whether a reply's usage is of the message its head is of: no second one begins between them. Inside a string the
 * quotes of its key would be escaped.
 */
export function hasOneMessage(record: u32): bool {
  const end = load<u32>(record, 24);
  let at = load<u32>(record, 16);
  while (at < end) {
    while (at + 32 <= end && !v128.any_true(v128.or(isKeyEnd(at), isKeyEnd(at + 16)))) at += 32;
    let mask = <u32>i8x16.bitmask(isKeyEnd(at));
    while (mask) {
      const quote = at + ctz(mask);
      mask &= mask - 1;
      if (load<u64>(quote - 8) == MESSAGE && quote < end) return false;
    }
    at += 16;
  }
  return true;
}

// @ts-ignore: decorator
@inline
function isKeyEnd(at: u32): v128 {
  return v128.and(i8x16.eq(v128.load(at), i8x16.splat(34)), i8x16.eq(v128.load(at + 1), i8x16.splat(58)));
}
