import { isImpossible } from './impossible.js';
import type { Prices } from './prices.js';
import { addUsage, type Sum } from './sum.js';
import { addCounts, type Usage } from './usage.js';

/**
 * Usage grouped by everything that decides its price. Cost is computed once per group instead of once per reply, with the
 * same result, since it is linear in tokens.
 */
export class Pile {
  private hasImpossible = false;
  private readonly byModel = new Map<string, (Usage | undefined)[]>();

  add(usage: Usage): void {
    // Checked before grouping: among thousands of replies a single one would not be noticed.
    if (isImpossible(usage)) this.hasImpossible = true;
    let heaps = this.byModel.get(usage.model);
    if (!heaps) {
      heaps = [];
      this.byModel.set(usage.model, heaps);
    }
    const at = (usage.isFast ? 1 : 0) + (usage.isUs ? 2 : 0) + (usage.isOver ? 4 : 0) + (usage.isGone ? 8 : 0);
    const heap = heaps[at];
    if (heap) addCounts(heap, usage);
    else heaps[at] = { ...usage };
  }

  addTo(sum: Sum, prices: Prices): void {
    sum.hasImpossible ||= this.hasImpossible;
    for (const heaps of this.byModel.values()) for (const heap of heaps) if (heap) addUsage(sum, heap, prices);
  }
}
