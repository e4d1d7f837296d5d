const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
const dayOf = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
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
  if (past < 0 || past < MINUTE) return 'just now';
  if (past < HOUR) return relative.format(-Math.floor(past / MINUTE), 'minute');
  if (past < DAY) return relative.format(-Math.floor(past / HOUR), 'hour');
  if (past < 14 * DAY) return relative.format(-Math.floor(past / DAY), 'day');
  return date(at, now);
}

export function date(at: number, now = Date.now()): string {
  return Math.abs(now - at) > 300 * DAY ? dayAndYear.format(at) : dayOf.format(at);
}

export function duration(ms: number | null): string {
  if (ms === null) return '';
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < MINUTE) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.round((ms % MINUTE) / 1000)} s`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${Math.round((ms % HOUR) / MINUTE)} min`;
  return `${Math.round(ms / DAY)} d`;
}
