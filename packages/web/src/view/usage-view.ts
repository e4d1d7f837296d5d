import type { TokenCounts } from './view.js';

export interface UsageSum {
  tokens: TokenCounts;
  replies: number;
  /** Null when nothing of it has a price. */
  cost: number | null;
  unknownPrices: string[];
  /** Sessions whose tokens are unknown, because their agent recorded none. */
  unrecorded: number;
  /** Some of it is more than replies can use: it is counted, and plots are not drawn to its measure. */
  hasImpossible: boolean;
}

export interface UsageRow extends UsageSum {
  key: string;
  sessionCount: number;
}
