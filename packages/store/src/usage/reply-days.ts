import { type Calendar, QUARTER } from './calendar.js';
import type { Prices } from './prices.js';
import { COUNTERS, type ReplyRows } from './reply-columns.js';
import { isOfAgent } from './reply-rank.js';
import { emptyUsage, NO_SESSION, type Usage } from './usage.js';

/**
 * All replies, a row for each day of a calendar, model and price class: what reports need that tell sessions not apart,
 * as `ledgerDays` gives it of an index. It goes over the columns themselves: there may be hundreds of thousands.
 */
export function replyDays(parts: Iterable<ReplyRows>, prices: Prices, calendar: Calendar): Usage[] {
  const days = new DayNumbers(calendar);
  const rows = new Map<string, (Usage | undefined)[]>();
  for (const part of parts) {
    const heaps = part.models.map((model) => {
      const known = rows.get(model) ?? [];
      rows.set(model, known);
      return { known, threshold: prices.threshold(model) };
    });
    addAll(part, heaps, days);
  }
  return [...rows.values()].flatMap((known) => known.filter((row) => row !== undefined));
}

interface Heap {
  known: (Usage | undefined)[];
  threshold: number;
}

function addAll({ columns, length, models }: ReplyRows, heaps: readonly Heap[], days: DayNumbers): void {
  const { counters, facts, times, owners, sources } = columns;
  for (let row = 0; row < length; row++) {
    if (Number.isNaN(sources[row])) continue;
    const said = facts[row] ?? 0;
    const heap = heaps[said >> 2];
    if (!heap) continue;
    const time = times[row] ?? Number.NaN;
    const at = row * COUNTERS;
    const input = counters[at] ?? 0;
    const cacheRead = counters[at + 2] ?? 0;
    const cacheWrite5m = counters[at + 3] ?? 0;
    const cacheWrite1h = counters[at + 4] ?? 0;
    const isOver = input + cacheRead + cacheWrite5m + cacheWrite1h > heap.threshold;
    const isAgent = isOfAgent(owners[row] ?? 0);
    const place = days.of(time) * 16 + (said & 3) + (isOver ? 4 : 0) + (isAgent ? 8 : 0);
    let day = heap.known[place];
    if (!day) {
      const [isFast, isUs] = [(said & 1) !== 0, (said & 2) !== 0];
      day = {
        ...emptyUsage(NO_SESSION),
        replies: 0,
        model: models[said >> 2] ?? '',
        time,
        isFast,
        isUs,
        isOver,
        isAgent,
      };
      heap.known[place] = day;
    }
    day.replies++;
    day.input += input;
    day.output += counters[at + 1] ?? 0;
    day.cacheRead += cacheRead;
    day.cacheWrite5m += cacheWrite5m;
    day.cacheWrite1h += cacheWrite1h;
    day.webSearches += counters[at + 5] ?? 0;
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
