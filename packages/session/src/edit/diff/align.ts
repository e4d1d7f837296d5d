import type { TurnParts } from './diff-parts.js';

/** The same turn in both sessions, or a turn that only one has. */
export type TurnPair = { a: TurnParts; b: TurnParts } | { a: TurnParts } | { b: TurnParts };

/**
 * Pairs the turns of two sessions: by id, then by the ids of replies, then by prompt, so that copies with new ids and
 * edited sessions match. Keeps the order of both.
 */
export function alignTurns(a: readonly TurnParts[], b: readonly TurnParts[]): TurnPair[] {
  const partner = new Map<TurnParts, TurnParts>();
  const taken = new Set<TurnParts>();
  for (const keysOf of [byId, byReplies]) match(a, b, { partner, taken, keysOf });
  matchWords(a, b, partner, taken);
  return merge(a, b, partner, taken);
}

interface Matching {
  partner: Map<TurnParts, TurnParts>;
  taken: Set<TurnParts>;
  keysOf: (turn: TurnParts) => string[];
}

/** Matches turns with the same key in order, because the same question may be asked twice. */
function match(a: readonly TurnParts[], b: readonly TurnParts[], { partner, taken, keysOf }: Matching): void {
  const waiting = new Map<string, TurnParts[]>();
  for (const turn of b) {
    if (taken.has(turn)) continue;
    for (const key of keysOf(turn)) waiting.set(key, [...(waiting.get(key) ?? []), turn]);
  }
  for (const turn of a) {
    if (partner.has(turn)) continue;
    const found = keysOf(turn)
      .flatMap((key) => waiting.get(key) ?? [])
      .find((each) => !taken.has(each));
    if (!found) continue;
    partner.set(turn, found);
    taken.add(found);
  }
}

const byId = ({ turn }: TurnParts): string[] => [turn.id];

const byReplies = ({ turn }: TurnParts): string[] =>
  turn.replies.flatMap((reply) => (reply.messageId === undefined ? [] : [reply.messageId]));

/** Matches by prompt only between turns that are already matched, because a prompt like "go on" is common. */
function matchWords(
  a: readonly TurnParts[],
  b: readonly TurnParts[],
  partner: Map<TurnParts, TurnParts>,
  taken: Set<TurnParts>,
): void {
  const places = new Map(b.map((turn, at) => [turn, at]));
  const placeOf = (turn: TurnParts | undefined) => {
    const other = turn && partner.get(turn);
    return other && places.get(other);
  };
  const isFree = (turn: TurnParts | undefined, words: string) => turn?.words === words && !taken.has(turn);
  // For each turn of A, the index in B of the next matched turn.
  const highs: number[] = [];
  for (let at = a.length - 1, high = b.length; at >= 0; at--) {
    high = placeOf(a[at]) ?? high;
    highs[at] = high;
  }
  let low = 0;
  for (const [at, turn] of a.entries()) {
    const own = placeOf(turn);
    if (own !== undefined) {
      low = own + 1;
      continue;
    }
    const high = highs[at] ?? b.length;
    let place = low;
    while (place < high && !isFree(b[place], turn.words)) place++;
    const found = place < high ? b[place] : undefined;
    if (!found) continue;
    partner.set(turn, found);
    taken.add(found);
    low = place + 1;
  }
}

/** Puts each turn that only B has after the turn that precedes it in B. */
function merge(
  a: readonly TurnParts[],
  b: readonly TurnParts[],
  partner: ReadonlyMap<TurnParts, TurnParts>,
  taken: ReadonlySet<TurnParts>,
): TurnPair[] {
  const pairs: TurnPair[] = [];
  const places = new Map(b.map((turn, at) => [turn, at]));
  let next = 0;
  const addOwnOfB = (until: number) => {
    for (; next < until; next++) {
      const turn = b[next];
      if (turn && !taken.has(turn)) pairs.push({ b: turn });
    }
  };
  for (const turn of a) {
    const same = partner.get(turn);
    if (!same) {
      pairs.push({ a: turn });
      continue;
    }
    addOwnOfB(places.get(same) ?? next);
    pairs.push({ a: turn, b: same });
  }
  addOwnOfB(b.length);
  return pairs;
}
