/** Turns times into the days, weeks and months of one time zone. */
export class Calendar {
  private readonly format: Intl.DateTimeFormat;
  /** Zones change their offset at quarters of an hour at most: one look-up serves a whole quarter. */
  private readonly days = new Map<number, string>();

  /** Throws a RangeError for a zone that does not exist. Without one, the machine's own. */
  constructor(timeZone?: string) {
    this.format = new Intl.DateTimeFormat('en-CA', {
      ...(timeZone === undefined ? {} : { timeZone }),
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  }

  get timeZone(): string {
    return this.format.resolvedOptions().timeZone;
  }

  /** `2026-01-31`; empty for an unknown time. */
  day(time: number): string {
    if (Number.isNaN(time)) return '';
    const quarter = Math.floor(time / QUARTER);
    let day = this.days.get(quarter);
    if (day === undefined) {
      day = this.format.format(quarter * QUARTER);
      this.days.set(quarter, day);
    }
    return day;
  }

  /** The Monday of the week. */
  week(time: number): string {
    const day = this.day(time);
    if (day === '') return '';
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    return date.toISOString().slice(0, 10);
  }

  month(time: number): string {
    return this.day(time).slice(0, 7);
  }
}

export const QUARTER = 15 * 60 * 1000;
