/** Returns the address after a number; 0 if there is none. */
export function walkNumber(from: u32): u32 {
  let at = load<u8>(from) === 45 ? from + 1 : from;
  // A number does not begin with a zero followed by another digit.
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
