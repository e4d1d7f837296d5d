/** Turns times into the days, weeks and months of one time zone. */
export class Calendar {
  /** Only for a given zone. `Date` knows the machine's own, and Intl is slow to load. */
  private readonly format: Intl.DateTimeFormat | undefined;
  private clock: Intl.DateTimeFormat | undefined;
  /** Time zones change their offset only at quarter hours, so one lookup serves a whole quarter. */
  private readonly days = new Map<number, string>();

  /** Default: the machine's time zone. Throws a RangeError for an unknown zone. */
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
      day = this.format ? this.format.format(quarter * QUARTER).padStart(DAY_LENGTH, '0') : localDay(quarter * QUARTER);
      this.days.set(quarter, day);
    }
    return day;
  }

  /** The first of the `days` days that end with the day of `time`. */
  firstOfLast(days: number, time: number): string {
    const day = this.day(time);
    if (day === '') return '';
    const date = dateOf(day);
    date.setUTCDate(date.getUTCDate() - days + 1);
    return textOf(date);
  }

  /** The Monday of the week. */
  week(time: number): string {
    const day = this.day(time);
    if (day === '') return '';
    const date = dateOf(day);
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    return textOf(date);
  }

  /** `2026-01-31 14:05`; empty for an unknown time. */
  minute(time: number): string {
    if (Number.isNaN(time)) return '';
    const { timeZone } = this;
    this.clock ??= new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    return `${this.day(time)} ${this.clock.format(time)}`;
  }

  month(time: number): string {
    const day = this.day(time);
    return day.slice(0, Math.max(0, day.lastIndexOf('-')));
  }
}

export const QUARTER = 15 * 60 * 1000;

const DAY_LENGTH = '2026-01-31'.length;

function localDay(time: number): string {
  const date = new Date(time);
  return dayText(date.getFullYear(), date.getMonth(), date.getDate());
}

/** `Date.parse` would fail on years of five digits, which a wrong clock can produce. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, date);
  return at;
}

function textOf(date: Date): string {
  return dayText(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

function dayText(year: number, month: number, date: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month + 1)}-${two(date)}`;
}
