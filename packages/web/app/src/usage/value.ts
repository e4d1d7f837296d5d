import { totalTokens } from '@unspool/session/tokens';
import type { UsageSum } from '../api/contract.js';
import { money, tokens } from '../format/number.js';

export type Measure = 'cost' | 'tokens';

export function amountOf(sum: UsageSum, measure: Measure): number {
  return measure === 'cost' ? (sum.cost ?? 0) : totalTokens(sum.tokens);
}

/** The largest value for a plot's scale. Impossible counts are ignored unless there are no others. */
export function largestOf(rows: readonly UsageSum[], measure: Measure): number {
  const possible = rows.filter(({ hasImpossible }) => !hasImpossible).map((row) => amountOf(row, measure));
  const largest = Math.max(...possible, 0);
  return largest > 0 ? largest : Math.max(...rows.map((row) => amountOf(row, measure)), 0);
}

export function shown(value: number, measure: Measure): string {
  return measure === 'cost' ? money(value) : tokens(value);
}
