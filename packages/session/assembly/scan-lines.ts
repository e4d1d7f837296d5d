/**
 * The inner loop of the fast scans: splits a region into lines, recognises lines like those before, and counts what
 * they say. It stops at lines that are not recognised and at prompts.
 *
 * Memory: a header, the forms that were learned (slots of SLOT bytes), records of lines, the replies, then the region.
 */
import { isGlued, isSideLine } from './glued-line';
import { DONE, DOUBTFUL, FULL, isUu, RECORDS, RUN, stop, UNKNOWN } from './line-memory';
import { hasMessage, hasOneMessage } from './one-message';
import { readPrompt } from './read-prompt';
import { isSidechainReply, isSyntheticReply, recognise } from './recognise-line';
import { countReply } from './reply-table';

export { foldUsages } from './fold-usages';
export { addReply, forgetReplies, sumReplies } from './reply-table';
export { countMarked, scanMarked, tableMarked } from './scan-marked';
export { addUsage, beginUsage, findUsages, forgetUsages } from './usage-table';

/** `{"parent`: what the key ends with that lines are told apart by. */
const PARENT: u64 = 0x746e65726170227b;

/** What the lines since the last stop were, for all of them and for those of the main thread. */
const ALL_REPLY: u32 = 1;
const ALL_RESULT: u32 = 2;
const MAIN_REPLY: u32 = 4;
const MAIN_RESULT: u32 = 8;
const MAIN: u32 = 16;

/** Gives where it stopped; the header says why and where that line ends. */
export function scan(from: u32, end: u32): u32 {
  const newline = i8x16.splat(10);
  const nul = i8x16.splat(0);
  let start = from;
  while (start < end) {
    let chunk = start;
    let keys: u32 = 0;
    let isDoubtful = false;
    let hasParent = false;
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
          if (byte == 0) isDoubtful = true;
          else if (load<u32>(at + 1) == 0x22646975) {
            // A line's parent stands first in it: one that comes later is another line's.
            if (++keys > 1 || (at > start + 8 && load<u64>(at - 8) == PARENT)) isDoubtful = true;
            // "parent
            if (load<u64>(at - 8) >> 8 == PARENT >> 8) hasParent = true;
          }
        } while (mask);
        if (isEnd) break;
      }
      chunk += 16;
    }
    if (isDoubtful || isGlued(start, lineEnd)) return stop(DOUBTFUL, start, lineEnd, 0);
    const kind = recognise(start, lineEnd, RECORDS);
    if (kind == 0) return stop(UNKNOWN, start, lineEnd, 0);
    if (kind < 3 && hasMessage(load<u32>(RECORDS, 16), lineEnd)) return stop(DOUBTFUL, start, lineEnd, 0);
    if (kind == 2 && hasParent && isSideLine(start)) return stop(DOUBTFUL, start, lineEnd, 0);
    if (kind == 1) seeResult(load<u32>(RECORDS, 4));
    else if (kind == 3) {
      if (!hasOneMessage(RECORDS)) return stop(DOUBTFUL, start, lineEnd, 0);
      if (!countReply(RECORDS)) return stop(FULL, start, lineEnd, 0);
      seeReply();
    } else if (kind == 4) return stop(readPrompt(start, lineEnd), start, lineEnd, 0);
    else if (kind == 5) return stop(DOUBTFUL, start, lineEnd, 0);
    start = lineEnd + 1;
  }
  return stop(DONE, end, end, 0);
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

function seeResult(isSidechain: u32): void {
  store<u32>(RUN, load<u32>(RUN) | (isSidechain ? ALL_RESULT : ALL_RESULT | MAIN_RESULT | MAIN));
}

/** What the client itself said in a model's name is no reply. */
function seeReply(): void {
  const isSidechain = isSidechainReply(RECORDS);
  let run = load<u32>(RUN);
  if (!isSidechain) run |= MAIN;
  if (!isSyntheticReply(RECORDS)) {
    run = (run | ALL_REPLY) & ~ALL_RESULT;
    if (!isSidechain) run = (run | MAIN_REPLY) & ~MAIN_RESULT;
  }
  store<u32>(RUN, run);
}
