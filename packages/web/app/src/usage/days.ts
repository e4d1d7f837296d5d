import { MAX_DAYS } from './drawn.js';

const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthAlone = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const DAY = 86_400_000;
/** The first week is drawn whole. */
const WEEK = 7;

/** All days from the first to the last, also those without usage. Keys look like 2026-01-31. */
export function daysBetween(first: string | undefined, last: string | undefined): string[] {
  if (!first || !last) return [];
  const end = Date.parse(last);
  const start = Math.max(Date.parse(first), end - (MAX_DAYS + WEEK) * DAY);
  const keys: string[] = [];
  for (let at = start; at <= end; at += DAY) keys.push(keyOf(at));
  return keys;
}

/** The Monday of a day's week. */
export function mondayOf(key: string): string {
  const at = Date.parse(key);
  return keyOf(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY);
}

export function weeksBetween(first: string | undefined, last: string | undefined): string[] {
  return first && last ? daysBetween(mondayOf(first), last).filter((key) => mondayOf(key) === key) : [];
}

export function keyOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export function shortDay(key: string): string {
  return short.format(Date.parse(key));
}

export function monthOf(key: string): string {
  return month.format(Date.parse(key));
}

export function wholeDay(key: string): string {
  return key === '' ? 'no date' : whole.format(Date.parse(key));
}

/** Jan, or with its year Jan 26. */
export function monthAt(key: string, withYear: boolean): string {
  return (withYear ? month : monthAlone).format(Date.parse(key));
}

export function weekdayOf(key: string): string {
  return weekday.format(Date.parse(key));
}

/** The days of the week that begins with one. */
export function weekOf(monday: string | undefined): string[] {
  const at = Date.parse(monday ?? '');
  return Number.isNaN(at) ? [] : Array.from({ length: WEEK }, (_, day) => keyOf(at + day * DAY));
}
