import { useAppState } from '../shell/state.js';

export const PERIODS = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last year'],
  ['all', 'All time'],
] as const;

/** The samples are of a fixed time, and that goes by. */
export function usePeriod(query: URLSearchParams): string {
  const { state } = useAppState();
  return query.get('period') ?? (state?.isSample ? 'all' : '90');
}

/** From midnight, so that the address asks the same all day. */
export function sinceOf(period: string, now = new Date()): number | null {
  const days = Number(period);
  if (!Number.isInteger(days) || days <= 0) return null;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).getTime();
}
