import type { Prices } from './prices.js';
import { type ReplyRows, readRow } from './reply-columns.js';
import { isOfAgent, sessionOf } from './reply-rank.js';
import { emptyUsage, isOverTier, type SessionRef, type Usage } from './usage.js';

/** All replies, one by one. The same object is reused for every reply. */
export function* usagesIn(rows: ReplyRows, sessions: readonly SessionRef[], prices: Prices): Generator<Usage> {
  const [first] = sessions;
  if (!first) return;
  const usage = emptyUsage(first);
  const { owners } = rows.columns;
  for (let row = 0; row < rows.length; row++) {
    readRow(rows, row, usage);
    usage.isOver = isOverTier(usage.model, usage, prices);
    usage.session = sessions[sessionOf(owners[row] ?? 0)] ?? first;
    usage.isAgent = isOfAgent(owners[row] ?? 0);
    yield usage;
  }
}
