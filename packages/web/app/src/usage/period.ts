import { useAppState } from '../shell/state.js';

export const PERIODS = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last 365 days'],
  ['all', 'All time'],
] as const;

/** The period if none was chosen. The samples have fixed dates, so for them it is all time. */
export function useDefaultPeriod(): string {
  const { state } = useAppState();
  return state?.isSample ? 'all' : '90';
}

/** The shortest period that reaches back to a time. */
export function periodSince(time: number, now = new Date()): string {
  return PERIODS.find(([key]) => time >= (sinceOf(key, now) ?? 0))?.[0] ?? 'all';
}

export function nameOfPeriod(period: string): string {
  return PERIODS.find(([key]) => key === period)?.[1] ?? 'All time';
}

/** From midnight, so that the request stays the same all day. */
export function sinceOf(period: string, now = new Date()): number | null {
  const days = Number(period);
  if (!Number.isInteger(days) || days <= 0) return null;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).getTime();
}

/** The end of today: usage that a wrong clock dated later is not part of the last days. All time has no end. */
export function untilOf(period: string, now = new Date()): number | null {
  if (sinceOf(period, now) === null) return null;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - 1;
}
