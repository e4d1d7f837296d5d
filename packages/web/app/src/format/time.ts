const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
const dayOf = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const tenths = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function timeOfDay(at: number | null): string {
  return at === null ? '' : clock.format(at);
}

/** Shown on hover, wherever a time is shown short. */
export function exact(at: number | null): string {
  return at === null ? 'time unknown' : exactly.format(at);
}

export function ago(at: number | null, now = Date.now()): string {
  if (at === null) return 'time unknown';
  const past = now - at;
  // Clocks differ a little; a time further ahead is shown as it is.
  if (past < -DAY) return date(at, now);
  if (past < MINUTE) return 'just now';
  if (past < HOUR) return relative.format(-Math.floor(past / MINUTE), 'minute');
  if (past < DAY) return relative.format(-Math.floor(past / HOUR), 'hour');
  if (past < 14 * DAY) return relative.format(-Math.floor(past / DAY), 'day');
  return date(at, now);
}

export function date(at: number, now = Date.now()): string {
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? dayOf.format(at) : dayAndYear.format(at);
}

/** Rounded up to the next unit where needed: never 60 s. */
export function duration(ms: number | null): string {
  if (ms === null) return '';
  if (ms < 999.5) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 9950) return `${tenths.format(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.round(ms / DAY)} d`;
}

/** A short form for small spaces: 40 s, 12 min, 3 h, 2 d. */
export function shortDuration(ms: number): string {
  if (ms < MINUTE) return `${Math.round(ms / 1000)} s`;
  if (ms < 60 * MINUTE) return `${Math.round(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.round(ms / (60 * MINUTE))} h`;
  return `${Math.round(ms / DAY)} d`;
}
