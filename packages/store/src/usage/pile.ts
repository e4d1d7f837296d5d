import { isImpossible } from './impossible.js';
import type { Prices } from './prices.js';
import { addUsage, type Sum } from './sum.js';
import type { Usage } from './usage.js';

/**
 * Usage heaped up by what decides its price. Money is worked out once a heap, not once a reply: cost is linear in
 * tokens, so nothing is lost.
 */
export class Pile {
  private hasImpossible = false;
  private readonly byModel = new Map<string, (Usage | undefined)[]>();

  add(usage: Usage): void {
    // Seen before it is heaped up: among thousands of replies one would not be noticed.
    if (isImpossible(usage)) this.hasImpossible = true;
    let heaps = this.byModel.get(usage.model);
    if (!heaps) {
      heaps = [];
      this.byModel.set(usage.model, heaps);
    }
    const at = (usage.isFast ? 1 : 0) + (usage.isUs ? 2 : 0) + (usage.isOver ? 4 : 0) + (usage.isGone ? 8 : 0);
    const heap = heaps[at];
    if (!heap) {
      heaps[at] = { ...usage };
      return;
    }
    heap.replies += usage.replies;
    heap.webSearches += usage.webSearches;
    heap.input += usage.input;
    heap.output += usage.output;
    heap.cacheRead += usage.cacheRead;
    heap.cacheWrite5m += usage.cacheWrite5m;
    heap.cacheWrite1h += usage.cacheWrite1h;
  }

  addTo(sum: Sum, prices: Prices): void {
    sum.hasImpossible ||= this.hasImpossible;
    for (const heaps of this.byModel.values()) for (const heap of heaps) if (heap) addUsage(sum, heap, prices);
  }
}
