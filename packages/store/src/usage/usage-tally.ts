import { isImpossible } from './impossible.js';
import type { Prices } from './prices.js';
import { addUsage, type Sum } from './sum.js';
import { addCounts, type Usage } from './usage.js';

/**
 * Usage, grouped by everything that decides its price. Cost is computed once per group instead of once per reply, with the
 * same result, since it is linear in tokens.
 */
export class UsageTally {
  private hasImpossible = false;
  private unrecorded = 0;
  private readonly byModel = new Map<string, (Usage | undefined)[]>();

  add(usage: Usage): void {
    if (usage.isUnrecorded) {
      this.unrecorded++;
      return;
    }
    // Checked before grouping: among thousands of replies a single one would not be noticed.
    if (isImpossible(usage)) this.hasImpossible = true;
    let groups = this.byModel.get(usage.model);
    if (!groups) {
      groups = [];
      this.byModel.set(usage.model, groups);
    }
    const at = (usage.isFast ? 1 : 0) + (usage.isUs ? 2 : 0) + (usage.isOver ? 4 : 0) + (usage.isGone ? 8 : 0);
    const group = groups[at];
    if (group) addCounts(group, usage);
    else groups[at] = { ...usage };
  }

  addTo(sum: Sum, prices: Prices): void {
    sum.hasImpossible ||= this.hasImpossible;
    sum.unrecorded += this.unrecorded;
    for (const groups of this.byModel.values()) for (const group of groups) if (group) addUsage(sum, group, prices);
  }
}
