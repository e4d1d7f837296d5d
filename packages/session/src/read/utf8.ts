/** Returns the index of the first byte that is not part of well-formed UTF-8, or -1. */
export function firstBadUtf8(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const length = sequenceLength(bytes, at, end);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/**
 * Returns the length of the character at `at` in bytes; 0 if there is none. Ranges from table 3-7 of the Unicode
 * standard.
 */
function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lengthByLead(lead);
  if (length === 0 || at + length > end) return 0;
  const second = bytes[at + 1] ?? 0;
  if (second < lowestSecond(lead) || second > highestSecond(lead)) return 0;
  for (let next = at + 2; next < at + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

function lengthByLead(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Excludes overlong encodings. */
function lowestSecond(lead: number): number {
  if (lead === 0xe0) return 0xa0;
  return lead === 0xf0 ? 0x90 : 0x80;
}

/** Excludes halves of surrogate pairs and characters above U+10FFFF. */
function highestSecond(lead: number): number {
  if (lead === 0xed) return 0x9f;
  return lead === 0xf4 ? 0x8f : 0xbf;
}
