import type { UsageRecord } from '@unspool/session';
import type { Calendar } from './calendar.js';
import type { Prices } from './prices.js';
import { COUNTERS, doubled, newColumns, type ReplyRows } from './reply-columns.js';
import { replyDays } from './reply-days.js';
import { usagesIn } from './reply-usages.js';
import type { SessionRef, Usage } from './usage.js';

/**
 * Holds every reply once, however many lines and files repeat it. The order in which places are read makes no difference:
 * - usage: from the line with the most output; of equal ones from the preferred place, and there the last;
 * - time: the earliest;
 * - session: the preferred place's (see `rankOf`).
 */
export class ReplyTable {
  private readonly slots = new Map<string, number>();
  private readonly models: string[] = [];
  private readonly modelIds = new Map<string, number>();
  private columns = newColumns(1024);
  private lastKey: string | undefined;
  private lastSlot = -1;

  get size(): number {
    return this.slots.size;
  }

  add(key: string, record: Readonly<UsageRecord>, rank: number): void {
    const slot = this.slotOf(key);
    if (!this.isToCount(slot, record, rank)) return;
    const { counters, facts } = this.columns;
    const at = slot * COUNTERS;
    counters[at] = record.input;
    counters[at + 1] = record.output;
    counters[at + 2] = record.cacheRead;
    counters[at + 3] = record.cacheWrite5m;
    counters[at + 4] = record.cacheWrite1h;
    counters[at + 5] = record.webSearches;
    facts[slot] = this.modelId(record.model) * 4 + (record.isFast ? 1 : 0) + (record.isUs ? 2 : 0);
  }

  /** The same object is reused for every reply. */
  usages(sessions: readonly SessionRef[], prices: Prices): Generator<Usage> {
    return usagesIn(this.rows(), sessions, prices);
  }

  /** The same by day, for callers that do not need sessions. */
  days(prices: Prices, calendar: Calendar): Usage[] {
    return replyDays(this.rows(), prices, calendar);
  }

  private rows(): ReplyRows {
    return { columns: this.columns, length: this.slots.size, models: this.models };
  }

  /** Records the time and place of a line. Returns whether its counts replace the known ones. */
  private isToCount(slot: number, { time, output }: Readonly<UsageRecord>, rank: number): boolean {
    const { times, owners, sources, counters } = this.columns;
    const earliest = times[slot] ?? Number.NaN;
    if (Number.isNaN(earliest) || time < earliest) times[slot] = time;
    if (rank < (owners[slot] ?? 0)) owners[slot] = rank;
    const source = sources[slot] ?? 0;
    const known = counters[slot * COUNTERS + 1] ?? 0;
    if (output < known || (output === known && rank > source)) return false;
    sources[slot] = rank;
    return true;
  }

  private slotOf(key: string): number {
    if (key === this.lastKey) return this.lastSlot;
    let slot = this.slots.get(key);
    if (slot === undefined) {
      slot = this.slots.size;
      this.slots.set(key, slot);
      if (slot >= this.columns.times.length) this.columns = doubled(this.columns);
      this.columns.times[slot] = Number.NaN;
      this.columns.owners[slot] = Number.POSITIVE_INFINITY;
      this.columns.sources[slot] = Number.POSITIVE_INFINITY;
    }
    this.lastKey = key;
    this.lastSlot = slot;
    return slot;
  }

  private modelId(model: string): number {
    let id = this.modelIds.get(model);
    if (id === undefined) {
      id = this.models.push(model) - 1;
      this.modelIds.set(model, id);
    }
    return id;
  }
}
