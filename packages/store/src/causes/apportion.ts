/**
 * Splits an integer in proportion to weights. The rest from rounding goes to the largest remainders, so that the parts always
 * add up to the whole.
 */
export function apportion(whole: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return weights.map((_, at) => (at === 0 ? whole : 0));
  const exact = weights.map((weight) => (whole * weight) / total);
  const parts = exact.map(Math.floor);
  let left = whole - parts.reduce((sum, part) => sum + part, 0);
  const order = exact
    .map((value, at) => ({ at, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at);
  for (let next = 0; left > 0; next = (next + 1) % order.length, left--) {
    const at = order[next]?.at ?? 0;
    parts[at] = (parts[at] ?? 0) + 1;
  }
  return parts;
}
