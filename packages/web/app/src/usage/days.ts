const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const DAY = 86_400_000;
const MOST = 800;

/** All days from one to the other, also those without use. Keys are 2026-01-31. */
export function daysBetween(first: string | undefined, last: string | undefined): string[] {
  if (!first || !last) return [];
  const end = Date.parse(last);
  const start = Math.max(Date.parse(first), end - MOST * DAY);
  const keys: string[] = [];
  for (let at = start; at <= end; at += DAY) keys.push(keyOf(at));
  return keys;
}

export function keyOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export function shortDay(key: string): string {
  return short.format(Date.parse(key));
}

export function wholeDay(key: string): string {
  return whole.format(Date.parse(key));
}
