import { type Calendar, QUARTER } from './calendar.js';
import type { Prices } from './prices.js';
import { COUNTERS, type ReplyRows } from './reply-columns.js';
import { isOfAgent } from './reply-rank.js';
import { addCounts, emptyUsage, NO_SESSION, type Usage } from './usage.js';

/**
 * All replies, a row for each day of a calendar, model and price class: what reports need that tell sessions not apart,
 * as `ledgerDays` gives it of an index.
 */
export function replyDays(parts: Iterable<ReplyRows>, prices: Prices, calendar: Calendar): Usage[] {
  const days = new Days(calendar);
  for (const part of parts) addAll(part, prices, days);
  return days.rows();
}

function addAll({ columns, length, models }: ReplyRows, prices: Prices, days: Days): void {
  const { counters, facts, times, owners, sources } = columns;
  const thresholds = models.map((model) => prices.threshold(model));
  const reply = emptyUsage(NO_SESSION);
  for (let row = 0; row < length; row++) {
    if (Number.isNaN(sources[row])) continue;
    const said = facts[row] ?? 0;
    const at = row * COUNTERS;
    reply.time = times[row] ?? Number.NaN;
    reply.input = counters[at] ?? 0;
    reply.output = counters[at + 1] ?? 0;
    reply.cacheRead = counters[at + 2] ?? 0;
    reply.cacheWrite5m = counters[at + 3] ?? 0;
    reply.cacheWrite1h = counters[at + 4] ?? 0;
    reply.webSearches = counters[at + 5] ?? 0;
    const request = reply.input + reply.cacheRead + reply.cacheWrite5m + reply.cacheWrite1h;
    reply.isOver = request > (thresholds[said >> 2] ?? 0);
    reply.isAgent = isOfAgent(owners[row] ?? 0);
    days.add(models[said >> 2] ?? '', said, reply);
  }
}

class Days {
  private readonly numbers: DayNumbers;
  private readonly byModel = new Map<string, (Usage | undefined)[]>();

  constructor(calendar: Calendar) {
    this.numbers = new DayNumbers(calendar);
  }

  /** Facts say of a reply's price class what they say in the columns. */
  add(model: string, facts: number, counted: Usage): void {
    const known = this.ofModel(model);
    const { time, isOver, isAgent } = counted;
    const place = this.numbers.of(time) * 16 + (facts & 3) + (isOver ? 4 : 0) + (isAgent ? 8 : 0);
    let day = known[place];
    if (!day) {
      const [isFast, isUs] = [(facts & 1) !== 0, (facts & 2) !== 0];
      day = { ...emptyUsage(NO_SESSION), replies: 0, model, time, isFast, isUs, isOver, isAgent };
      known[place] = day;
    }
    addCounts(day, counted);
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

/** Days are numbered as they come; an unknown time is a day of its own. */
class DayNumbers {
  private readonly byQuarter = new Map<number, number>();
  private readonly byDay = new Map<string, number>();
  /** The quarter of an hour that was asked for last: the next reply is mostly of the same. */
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
