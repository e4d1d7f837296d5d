/** What may stand between two fixed stretches of a head: a string, or the reply's id. */
const Gap = { string: 1, id: 2 } as const;

/** The beginning of a line, learned from one that was read key by key: with other strings it says the same. */
export interface LineHead {
  stretches: Uint8Array[];
  /** What follows each stretch but the last. */
  gaps: number[];
}

/** Where strings stand in a line that may be others, in their order: pairs of start and end. */
export type FreeStrings = readonly number[];

/** What stands in [from, to); `idAt` is where the id begins that is told apart. */
export function learnHead(bytes: Buffer, from: number, to: number, free: FreeStrings, idAt = -1): LineHead {
  const head: LineHead = { stretches: [], gaps: [] };
  let at = from;
  for (let index = 0; index + 1 < free.length; index += 2) {
    const start = free[index] ?? 0;
    const end = free[index + 1] ?? 0;
    if (start < at || end > to) continue;
    head.stretches.push(bytes.subarray(at, start));
    head.gaps.push(start === idAt ? Gap.id : Gap.string);
    at = end;
  }
  head.stretches.push(bytes.subarray(at, to));
  return head;
}
