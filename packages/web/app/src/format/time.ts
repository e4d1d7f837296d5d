import { shortDuration } from '@unspool/session/tokens';

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

export function duration(ms: number | null): string {
  return ms === null ? '' : shortDuration(ms);
}

/** For the small space of a pause on the tape: 40 s, 12 min, 3 h, 2 d. */
export function pause(ms: number): string {
  if (ms < MINUTE) return `${Math.round(ms / 1000)} s`;
  if (ms < 60 * MINUTE) return `${Math.round(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.round(ms / (60 * MINUTE))} h`;
  return `${Math.round(ms / DAY)} d`;
}
