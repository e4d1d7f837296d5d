import { BYTES, FREQUENT } from './bytes.js';

/** The last two characters of anchors: the possible first characters for each second one. */
export type Pairs = ReadonlyMap<number, readonly number[]>;

const GROUPS = 16;

/**
 * Sorts the second characters of pairs into sixteen groups. The kernel checks each half of a byte separately, so a group
 * also accepts mixtures of its members' halves. The sorting keeps false matches in ordinary text rare.
 */
export function groupsOf(pairs: Pairs): Map<number, number> {
  const items = [...pairs].map(([second, firsts]) => ({ second, ...itemOf(second, firsts) }));
  items.sort((a, b) => acceptedBy(b) - acceptedBy(a) || a.second - b.second);
  const numbers = new Map<number, number>();
  const groups = new Array<Group>(GROUPS).fill(NOTHING);
  for (let round = 0; round < ROUNDS; round++) {
    for (const item of items) {
      const known = numbers.get(item.second);
      numbers.delete(item.second);
      if (known !== undefined)
        groups[known] = items.filter(({ second }) => numbers.get(second) === known).reduce(union, NOTHING);
      const best = cheapestGroup(groups, item);
      groups[best] = union(groups[best] ?? NOTHING, item);
      numbers.set(item.second, best);
    }
  }
  return numbers;
}

const ROUNDS = 2;

/** Sets of byte halves, one bit for each. */
interface Halves {
  lows: number;
  highs: number;
}
const NO_HALVES: Halves = { lows: 0, highs: 0 };

interface Group {
  firsts: Halves;
  seconds: Halves;
}

const NOTHING: Group = { firsts: NO_HALVES, seconds: NO_HALVES };

const itemOf = (second: number, firsts: readonly number[]): Group => ({
  firsts: firsts.map(halvesOf).reduce(bothHalves, NO_HALVES),
  seconds: halvesOf(second),
});

const halvesOf = (code: number): Halves => ({ lows: 1 << (code & 15), highs: 1 << (code >> 4) });
const bothHalves = (a: Halves, b: Halves): Halves => ({ lows: a.lows | b.lows, highs: a.highs | b.highs });

const union = (a: Group, b: Group): Group => ({
  firsts: bothHalves(a.firsts, b.firsts),
  seconds: bothHalves(a.seconds, b.seconds),
});

function cheapestGroup(groups: readonly Group[], item: Group): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, group] of groups.entries()) {
    const more = acceptedBy(union(group, item)) - acceptedBy(group);
    if (more >= least) continue;
    best = index;
    least = more;
  }
  return best;
}

/** How much of ordinary text a group accepts. */
const acceptedBy = ({ firsts, seconds }: Group) => frequencyOf(firsts) * frequencyOf(seconds);

function frequencyOf({ lows, highs }: Halves): number {
  const key = lows | (highs << 16);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  let sum = 0;
  for (let code = 0; code < BYTES; code++)
    if ((lows >> (code & 15)) & (highs >> (code >> 4)) & 1) sum += FREQUENCIES[code] ?? 0;
  remembered.set(key, sum);
  return sum;
}

const remembered = new Map<number, number>();

/** Each character of text is about a twelfth rarer than the one before it in the list. */
const FREQUENCIES = Float64Array.from({ length: BYTES }, (_, code) => {
  const place = FREQUENT.indexOf(String.fromCharCode(code));
  return Math.exp(-(place < 0 ? BYTES : place) / 13);
});
