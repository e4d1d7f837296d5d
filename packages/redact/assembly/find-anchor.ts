/**
 * Finds the next anchor in a text: the next place where a rule could find a secret. What an anchor is comes from the rules
 * (src/anchor/anchors.ts). It may report too many places, but never misses one.
 */
import { ends, places, readChunk, startChunks } from './chunk';
import { mayBeText } from './encoded-text';
import { AFTER_STRETCH, AHEAD, ANCHOR_END, BEFORE_STRETCH, PLACES, SHORTEST_BASE64, SHORTEST_STRETCH } from './memory';
import { next, startsAhead, walkBack } from './walk';

export { narrow } from './chunk';
export * from './memory';

const BACKSLASH: u8 = 92;

/** Returns the place of the first anchor in [from, end), and leaves its end at ANCHOR_END; `end` if there is none. */
export function nextAnchor(from: u32, end: u32): u32 {
  const shortest = load<u32>(SHORTEST_STRETCH);
  // Whatever follows in memory belongs to an earlier text. The first zero also ends the last stretch.
  memory.fill(end, 0, 16);
  startChunks();
  let stretch = from;
  for (let chunk = from; chunk <= end; chunk += 64) {
    readChunk(chunk, end);
    let longEnds = ends & (lastOfRow(~ends, shortest) << 1);
    if (ends !== 0 && chunk + <u32>ctz(ends) >= stretch + shortest) longEnds |= ends & -ends;
    for (let bits = places | longEnds; bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits;
      const place = chunk + <u32>ctz(bits);
      if ((longEnds & bit) !== 0) {
        const start = startOfStretch(ends & (bit - 1), chunk, stretch);
        if (mayHoldSecret(start, place)) return found(start, start);
      }
      const anchorEnd = (places & bit) !== 0 ? endOfAnchor(place) : 0;
      if (anchorEnd !== 0) return found(place, anchorEnd);
    }
    stretch = startOfStretch(ends, chunk, stretch);
  }
  return end;
}

function found(place: u32, anchorEnd: u32): u32 {
  store<u32>(ANCHOR_END, anchorEnd);
  return place;
}

/** Each bit stands for a character. Keeps those that are the last of `count` in a row. */
function lastOfRow(characters: u64, count: u32): u64 {
  let last = characters;
  let length: u32 = 1;
  for (; length * 2 <= count; length *= 2) last &= last << length;
  return last & (last << (count - length));
}

/** After the last of these ends; `known` if it started before this chunk. */
function startOfStretch(before: u64, chunk: u32, known: u32): u32 {
  return before !== 0 ? chunk + 64 - <u32>clz(before) : known;
}

/** 0 if no anchor is here. The first two characters rule out most places. */
function endOfAnchor(place: u32): u32 {
  const node = next(next(load<u32>(PLACES), place), place - 1);
  const end = node !== 0 ? walkBack(place, place - 2, node) : 0;
  if (end !== 0) return end;
  return next(load<u32>(AHEAD), place) !== 0 && startsAhead(place) ? place : 0;
}

/** Judges a long stretch of base64 characters by what comes before it, after it, or is encoded in it. */
function mayHoldSecret(start: u32, end: u32): bool {
  const before = next(load<u32>(BEFORE_STRETCH), start - 1);
  const after = next(load<u32>(AFTER_STRETCH), end);
  if (before !== 0 && walkBack(start - 1, start - 2, before) !== 0) return true;
  if (after !== 0 && walkBack(end, end - 1, after) !== 0) return true;
  if (end - start < load<u32>(SHORTEST_BASE64)) return false;
  if (mayBeText(start, end)) return true;
  // The letter of `\n` and the digits of `\u001b` are not part of what follows.
  return load<u8>(start - 1) === BACKSLASH && (mayBeText(start + 1, end) || mayBeText(start + 5, end));
}
