/**
 * The inner loop of the fast scans: splits a region into lines and recognises lines like those before.
 *
 * Memory: a header, the forms that were learned (slots of SLOT bytes), the records it leaves, then the region.
 * line-kernel.ts has the same numbers, writes the forms and reads the records.
 */
import { DONE, DOUBTFUL, FULL, isUu, MAX_RECORDS, RECORD, RECORDS, stop, UNKNOWN } from './line-memory';
import { recognise, saysTheSame } from './recognise-line';

export { scanMarked } from './scan-marked';

const LONGEST_SIDE_LINE: u32 = 400;

/** Gives where it stopped; the header says why, where that line ends, and how many records there are. */
export function scan(from: u32, end: u32): u32 {
  const newline = i8x16.splat(10);
  const nul = i8x16.splat(0);
  let start = from;
  let records: u32 = 0;
  while (start < end) {
    if (records == MAX_RECORDS) return stop(FULL, start, 0, records);
    let chunk = start;
    let keys: u32 = 0;
    let hasNul = false;
    let lineEnd = end;
    while (chunk < end) {
      // Most of a long line holds none of them: then 64 bytes are passed at a time.
      while (chunk + 64 <= end && !isAnyIn64(chunk)) chunk += 64;
      const bytes = v128.load(chunk);
      const hits = v128.or(v128.or(i8x16.eq(bytes, newline), i8x16.eq(bytes, nul)), isUu(bytes, chunk));
      if (v128.any_true(hits)) {
        let mask = <u32>i8x16.bitmask(hits);
        let isEnd = false;
        do {
          const at = chunk + ctz(mask);
          mask &= mask - 1;
          if (at >= end) break;
          const byte = load<u8>(at);
          if (byte == 10) {
            lineEnd = at;
            isEnd = true;
            break;
          }
          if (byte == 0) hasNul = true;
          else if (load<u32>(at + 1) == 0x22646975) keys++;
        } while (mask);
        if (isEnd) break;
      }
      chunk += 16;
    }
    if (hasNul || keys > 1 || isGlued(start, lineEnd)) return stop(DOUBTFUL, start, lineEnd, records);
    const record = RECORDS + records * RECORD;
    const kind = recognise(start, lineEnd, record);
    if (kind == 0) return stop(UNKNOWN, start, lineEnd, records);
    // A line that names no parent, with one behind it all the same.
    if (kind == 2 && keys > 0 && load<u8>(start + 2) != 112) return stop(DOUBTFUL, start, lineEnd, records);
    if (kind != 2 && (records == 0 || !saysTheSame(record))) {
      store<u32>(record + 88, start);
      store<u32>(record + 92, lineEnd);
      records++;
    }
    start = lineEnd + 1;
  }
  return stop(DONE, end, end, records);
}

// @ts-ignore: decorator
@inline
function isAnyIn64(at: u32): bool {
  const newline = i8x16.splat(10);
  const a = v128.load(at);
  const b = v128.load(at + 16);
  const c = v128.load(at + 32);
  const d = v128.load(at + 48);
  const lines = v128.or(v128.or(i8x16.eq(a, newline), i8x16.eq(b, newline)), v128.or(i8x16.eq(c, newline), i8x16.eq(d, newline)));
  const keys = v128.or(v128.or(isUu(a, at), isUu(b, at + 16)), v128.or(isUu(c, at + 32), isUu(d, at + 48)));
  // The least of the four is zero where one of them is.
  const nuls = i8x16.eq(i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d)), i8x16.splat(0));
  return v128.any_true(v128.or(v128.or(lines, keys), nuls));
}

/** Side lines have no key to be told by; see suspects.ts. Long ones that end with a session id are looked at there. */
function isGlued(start: u32, end: u32): bool {
  const length = end - start;
  if (length > LONGEST_SIDE_LINE) {
    const at = end - 51;
    return load<u64>(at) == 0x6e6f697373657322 && load<u32>(at + 8) == 0x3a226449 && load<u8>(at + 12) == 34;
  }
  if (length < 3) return false;
  for (let at = start; at <= end - 3; at++) {
    if (load<u8>(at) == 125 && load<u16>(at + 1) == 0x227b) return true;
  }
  return false;
}
