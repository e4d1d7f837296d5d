import { isPlainKey, type UsageIds, type UsageRecord, type UsageTable, usageKey } from '@unspool/session';
import type { Calendar } from './calendar.js';
import type { Prices } from './prices.js';
import { copyCounts, isToCount, type ReplyRows, type Report, reportAt } from './reply-columns.js';
import { replyDays } from './reply-days.js';
import { type GivenReplies as GivenRest, ReplyTable } from './reply-table.js';
import { usagesIn } from './reply-usages.js';
import type { SessionRef, Usage } from './usage.js';

/** All that was gathered, on its way to another thread. */
export interface GivenReplies {
  plain: ReplyRows & { ids: UsageIds };
  rest: GivenRest;
  /** Whether the rest may hold keys that a table of the kernel holds as well. */
  hasOverflowed: boolean;
}

/**
 * Every reply of the whole store once, as a `ReplyTable` has them. Most stand in the memory of what reads them, where
 * they are counted without a word; those that have no place there are in a table of their own.
 */
export class Replies {
  private readonly rest = new ReplyTable();
  private hasOverflowed = false;
  private joined: ReplyRows | undefined;
  private joinedCount = 0;
  private readonly report: Report = { time: Number.NaN, output: 0, owner: 0, source: 0, order: 0 };

  constructor(private readonly table: UsageTable) {}

  get size(): number {
    return this.settled().length + this.joinedCount + this.rest.size;
  }

  add(key: string, record: Readonly<UsageRecord>, rank: number, order: number): void {
    if (!isPlainKey(key)) this.rest.add(key, record, rank, order);
    else if (!this.table.add(key, record, { rank, order })) {
      this.makeRoom();
      this.table.add(key, record, { rank, order });
    }
  }

  /** The table is full: what is in it goes to the rest. */
  makeRoom(): void {
    const { table } = this;
    const ids = table.ids();
    this.rest.absorb(rowsOf(table), (row) => usageKey(ids, row));
    table.clear();
    this.hasOverflowed = true;
  }

  /** All of it, to be sent to another thread: it is at its end with this. */
  give(): GivenReplies {
    const { columns, length, models } = rowsOf(this.settled());
    const { letters, lengths } = this.table.ids();
    return {
      plain: {
        columns: {
          counters: columns.counters.slice(),
          times: columns.times.slice(),
          facts: columns.facts.slice(),
          owners: columns.owners.slice(),
          sources: columns.sources.slice(),
          orders: columns.orders.slice(),
        },
        length,
        models,
        ids: { letters: letters.slice(), lengths: lengths.slice() },
      },
      rest: this.rest.give(),
      hasOverflowed: this.hasOverflowed,
    };
  }

  /** With what another has gathered from other places, as if all had been added here. The last that is done to it. */
  join({ plain, rest, hasOverflowed }: GivenReplies): void {
    if (hasOverflowed || this.hasOverflowed) {
      this.makeRoom();
      this.rest.absorb(plain, (row) => usageKey(plain.ids, row));
    } else this.joinPlain(plain);
    this.rest.join(rest);
  }

  /** What only the other one knows stays where it is. */
  private joinPlain(plain: GivenReplies['plain']): void {
    const modelIds = plain.models.map((model) => this.table.modelId(model));
    const own = this.table.columns();
    this.joinedCount = plain.length;
    this.table.find(plain.ids).forEach((slot, row) => {
      if (slot < 0) return;
      const from = { columns: plain.columns, row };
      if (isToCount(own, slot, reportAt(plain.columns, row, this.report))) {
        copyCounts(from, { columns: own, row: slot }, modelIds);
      }
      plain.columns.sources[row] = Number.NaN;
      this.joinedCount--;
    });
    this.joined = plain;
  }

  /** The object is reused from reply to reply. */
  usages(sessions: readonly SessionRef[], prices: Prices): Generator<Usage> {
    return usagesIn(this.parts(), sessions, prices);
  }

  /** The same by day, where nobody asks for sessions. */
  days(prices: Prices, calendar: Calendar): Usage[] {
    return replyDays({ table: this.settled(), parts: this.others() }, prices, calendar);
  }

  private parts(): ReplyRows[] {
    return [rowsOf(this.settled()), ...this.others()];
  }

  /** What is not in the table. */
  private others(): ReplyRows[] {
    return [...(this.joined ? [this.joined] : []), ...this.rest.parts()];
  }

  /** A reply that went to the rest may have come again since. */
  private settled(): UsageTable {
    if (this.hasOverflowed && this.table.length > 0) this.makeRoom();
    return this.table;
  }
}

function rowsOf(table: UsageTable): ReplyRows {
  return { columns: table.columns(), length: table.length, models: table.models };
}
