import { exactDollars, type Sum } from '@unspool/store';

/** Dollars as a number; null if nothing has a price. */
export function dollarsOf(sum: Pick<Sum, 'cost' | 'unpriced' | 'models'>): number | null {
  if (sum.unpriced.size > 0 && sum.unpriced.size === sum.models.size) return null;
  return Number(exactDollars(sum.cost));
}
