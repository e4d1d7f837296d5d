import type { UsageRecord } from '@unspool/session';
import type { Calendar } from './calendar.js';
import type { Prices } from './prices.js';
import {
  COUNTERS,
  copyCounts,
  doubled,
  isToCount,
  newColumns,
  type ReplyRows,
  type Report,
  reportAt,
} from './reply-columns.js';
import { replyDays } from './reply-days.js';
import { usagesIn } from './reply-usages.js';
import type { SessionRef, Usage } from './usage.js';

/** A table's contents on their way to another. */
export interface GivenReplies extends ReplyRows {
  keys: string[];
}

/**
 * Every reply of the whole store once, however many lines and files it stands on. What it keeps does not depend on the
 * order in which files are read:
 * - usage: the report with the most output; of equals the one of the preferred place, there the last;
 * - time: the earliest;
 * - session: the preferred place's (see `rankOf`).
 */
export class ReplyTable {
  private readonly slots = new Map<string, number>();
  private readonly models: string[] = [];
  private readonly modelIds = new Map<string, number>();
  private count = 0;
  private columns = newColumns(1024);
  private lastKey: string | undefined;
  private lastSlot = -1;
  private readonly joined: GivenReplies[] = [];
  /** Reused from report to report. */
  private readonly report: Report = { time: Number.NaN, output: 0, owner: 0, source: 0, order: 0 };

  get size(): number {
    return this.count;
  }

  /** `order`: where the report stands among those of its place; within one, the later call is the later report. */
  add(key: string, record: Readonly<UsageRecord>, { rank, order }: { rank: number; order: number }): void {
    const slot = this.slotOf(key);
    const { report } = this;
    report.time = record.time;
    report.output = record.output;
    report.owner = rank;
    report.source = rank;
    report.order = order;
    if (!isToCount(this.columns, slot, report)) return;
    const { counters } = this.columns;
    const at = slot * COUNTERS;
    counters[at] = record.input;
    counters[at + 1] = record.output;
    counters[at + 2] = record.cacheRead;
    counters[at + 3] = record.cacheWrite5m;
    counters[at + 4] = record.cacheWrite1h;
    counters[at + 5] = record.webSearches;
    this.columns.facts[slot] = this.modelId(record.model) * 4 + (record.isFast ? 1 : 0) + (record.isUs ? 2 : 0);
  }

  /** All of it, to be sent to another thread: the table is at its end with this. */
  give(): GivenReplies {
    return { ...this.rows(), keys: [...this.slots.keys()] };
  }

  /**
   * With what another table has gathered from other places, as if all had been added here. The last that is done to a
   * table before it is read: what only the other one knows stays where it is.
   */
  join(given: GivenReplies): void {
    const modelIds = given.models.map((model) => this.modelId(model));
    const { columns, keys } = given;
    keys.forEach((key, row) => {
      const slot = this.slots.get(key);
      if (slot === undefined) {
        this.count++;
        return;
      }
      if (isToCount(this.columns, slot, reportAt(columns, row, this.report))) {
        copyCounts({ columns, row }, { columns: this.columns, row: slot }, modelIds);
      }
      columns.sources[row] = Number.NaN;
    });
    this.joined.push(given);
  }

  /** The object is reused from reply to reply. */
  usages(sessions: readonly SessionRef[], prices: Prices): Generator<Usage> {
    return usagesIn(this.parts(), sessions, prices);
  }

  /** The same by day, where nobody asks for sessions. */
  days(prices: Prices, calendar: Calendar): Usage[] {
    return replyDays(this.parts(), prices, calendar);
  }

  parts(): ReplyRows[] {
    return [this.rows(), ...this.joined];
  }

  private rows(): ReplyRows {
    return { columns: this.columns, length: this.slots.size, models: this.models };
  }

  private slotOf(key: string): number {
    if (key === this.lastKey) return this.lastSlot;
    let slot = this.slots.get(key);
    if (slot === undefined) {
      slot = this.count++;
      this.slots.set(key, slot);
      if (slot >= this.columns.times.length) this.columns = doubled(this.columns);
      this.columns.sources[slot] = Number.NaN;
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
