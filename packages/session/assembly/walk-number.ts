/** From the first byte of a number to the byte behind it; 0 when it is none. */
export function walkNumber(from: u32): u32 {
  let at = load<u8>(from) === 45 ? from + 1 : from;
  // No number begins with a zero that another digit follows.
  at = load<u8>(at) === 48 ? at + 1 : walkDigits(at);
  if (at !== 0 && load<u8>(at) === 46) at = walkDigits(at + 1);
  if (at === 0 || (load<u8>(at) | 32) !== 101) return at;
  const sign = load<u8>(at, 1);
  return walkDigits(sign === 43 || sign === 45 ? at + 2 : at + 1);
}

function walkDigits(from: u32): u32 {
  let at = from;
  while (load<u8>(at) >= 48 && load<u8>(at) <= 57) at++;
  return at > from ? at : 0;
}
