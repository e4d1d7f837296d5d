import { type Calendar, QUARTER } from './calendar.js';
import type { Prices } from './prices.js';
import { type ReplyRows, readRow } from './reply-columns.js';
import { isOfAgent } from './reply-rank.js';
import { addCounts, emptyUsage, NO_SESSION, type Usage } from './usage.js';

/**
 * Usage of all replies by day, model and price class, for reports without sessions. `ledgerDays` does the same with an
 * index.
 */
export function replyDays(rows: ReplyRows, prices: Prices, calendar: Calendar): Usage[] {
  const { columns, length, models } = rows;
  const days = new Days(calendar);
  const thresholds = models.map((model) => prices.threshold(model));
  const reply = emptyUsage(NO_SESSION);
  for (let row = 0; row < length; row++) {
    readRow(rows, row, reply);
    const facts = columns.facts[row] ?? 0;
    const request = reply.input + reply.cacheRead + reply.cacheWrite5m + reply.cacheWrite1h;
    reply.isOver = request > (thresholds[facts >> 2] ?? 0);
    reply.isAgent = isOfAgent(columns.owners[row] ?? 0);
    days.add(reply);
  }
  return days.rows();
}

class Days {
  private readonly numbers: DayNumbers;
  private readonly byModel = new Map<string, (Usage | undefined)[]>();

  constructor(calendar: Calendar) {
    this.numbers = new DayNumbers(calendar);
  }

  add(reply: Usage): void {
    const { model, time, isFast, isUs, isOver, isAgent } = reply;
    const known = this.ofModel(model);
    const place = this.numbers.of(time) * 16 + (isFast ? 1 : 0) + (isUs ? 2 : 0) + (isOver ? 4 : 0) + (isAgent ? 8 : 0);
    let day = known[place];
    if (!day) {
      day = { ...emptyUsage(NO_SESSION), replies: 0, model, time, isFast, isUs, isOver, isAgent };
      known[place] = day;
    }
    addCounts(day, reply);
  }

  rows(): Usage[] {
    return [...this.byModel.values()].flatMap((known) => known.filter((row) => row !== undefined));
  }

  private ofModel(model: string): (Usage | undefined)[] {
    let known = this.byModel.get(model);
    if (!known) {
      known = [];
      this.byModel.set(model, known);
    }
    return known;
  }
}

/** Numbers days in order of appearance; an unknown time has a number of its own. */
class DayNumbers {
  private readonly byQuarter = new Map<number, number>();
  private readonly byDay = new Map<string, number>();
  /** The last quarter hour that was looked up, since the next reply is usually in the same. */
  private start = Number.NaN;
  private number = 0;

  constructor(private readonly calendar: Calendar) {}

  of(time: number): number {
    if (time >= this.start && time < this.start + QUARTER) return this.number;
    const quarter = Math.floor(time / QUARTER);
    this.start = quarter * QUARTER;
    this.number = this.ofQuarter(quarter, time);
    return this.number;
  }

  private ofQuarter(quarter: number, time: number): number {
    let number = this.byQuarter.get(quarter);
    if (number === undefined) {
      const day = this.calendar.day(time);
      number = this.byDay.get(day) ?? this.byDay.size;
      this.byDay.set(day, number);
      this.byQuarter.set(quarter, number);
    }
    return number;
  }
}
