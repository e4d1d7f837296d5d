import type { UsageSum } from '../api/contract.js';
import { money, short } from '../format/number.js';
import { totalOf } from '../format/tokens.js';

export type Measure = 'cost' | 'tokens';

export function amountOf(sum: UsageSum, measure: Measure): number {
  return measure === 'cost' ? (sum.cost ?? 0) : totalOf(sum.tokens);
}

export function shown(value: number, measure: Measure): string {
  return measure === 'cost' ? money(value) : `${short(value)} tok`;
}
