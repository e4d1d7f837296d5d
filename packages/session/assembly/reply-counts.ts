/** The counters of a reply as they are written: which of them count is told by message/tokens.ts. */

const QUOTE: u32 = 34;

/** What is no number is no count; numbers that are not plain are left to the parser. */
export function putCount(start: u32, stop: u32, to: u32): bool {
  const first = load<u8>(start);
  if (first == 45) return false;
  if (first < 48 || first > 57) return true;
  if (stop - start > 15) return false;
  let count: f64 = 0;
  for (let at = start; at < stop; at++) {
    const digit = <u32>load<u8>(at) - 48;
    if (digit > 9) return false;
    count = count * 10 + <f64>digit;
  }
  store<f64>(to, count);
  return true;
}

/**
 * {"ephemeral_5m_input_tokens":1,"ephemeral_1h_input_tokens":2}, in any order: one count to `to`, the other behind it.
 * False for all that is not like this.
 */
export function putCreation(open: u32, to: u32): bool {
  if (load<u8>(open, 1) == 125) return true;
  let at = open;
  do {
    at++;
    if (load<u8>(at) != QUOTE || load<u64>(at, 1) != 0x6172656d65687065 || load<u64>(at, 17) != 0x6e656b6f745f7475) return false;
    if (load<u16>(at, 25) != 0x2273 || load<u8>(at, 27) != 58) return false;
    const term = load<u64>(at, 9);
    const isFive = term == 0x706e695f6d355f6c;
    if (!isFive && term != 0x706e695f68315f6c) return false;
    const start = at + 28;
    at = start;
    while (<u32>load<u8>(at) - 48 < 10) at++;
    if (at == start || !putCount(start, at, isFive ? to : to + 8)) return false;
  } while (load<u8>(at) == 44);
  return load<u8>(at) == 125;
}
