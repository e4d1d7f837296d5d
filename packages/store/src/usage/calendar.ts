/** Turns times into the days, weeks and months of one time zone. */
export class Calendar {
  /** Of a zone that was asked for. The machine's own is known to `Date`, and Intl takes long to load. */
  private readonly format: Intl.DateTimeFormat | undefined;
  private clock: Intl.DateTimeFormat | undefined;
  /** Zones change their offset at quarters of an hour at most: one look-up serves a whole quarter. */
  private readonly days = new Map<number, string>();

  /** Throws a RangeError for a zone that does not exist. Without one, the machine's own. */
  constructor(timeZone?: string) {
    if (timeZone === undefined) return;
    this.format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  }

  get timeZone(): string {
    return (this.format ?? new Intl.DateTimeFormat()).resolvedOptions().timeZone;
  }

  /** `2026-01-31`; empty for an unknown time. */
  day(time: number): string {
    if (Number.isNaN(time)) return '';
    const quarter = Math.floor(time / QUARTER);
    let day = this.days.get(quarter);
    if (day === undefined) {
      day = this.format ? this.format.format(quarter * QUARTER) : localDay(quarter * QUARTER);
      this.days.set(quarter, day);
    }
    return day;
  }

  /** The first of the last so many days, of which the day of `time` is the last. */
  firstOfLast(days: number, time: number): string {
    const day = this.day(time);
    if (day === '') return '';
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - days + 1);
    return date.toISOString().slice(0, 10);
  }

  /** The Monday of the week. */
  week(time: number): string {
    const day = this.day(time);
    if (day === '') return '';
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    return date.toISOString().slice(0, 10);
  }

  /** `2026-01-31 14:05`; empty for an unknown time. */
  minute(time: number): string {
    if (Number.isNaN(time)) return '';
    const { timeZone } = this;
    this.clock ??= new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    return `${this.day(time)} ${this.clock.format(time)}`;
  }

  month(time: number): string {
    return this.day(time).slice(0, 7);
  }
}

export const QUARTER = 15 * 60 * 1000;

function localDay(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
