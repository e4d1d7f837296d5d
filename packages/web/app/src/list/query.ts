import { url } from '../api/request.js';

const DAY = 86_400_000;
export const PERIODS = [
  { key: 'today', name: 'Today', days: 1 },
  { key: 'week', name: 'This week', days: 7 },
  { key: 'month', name: 'This month', days: 30 },
] as const;

/** The filters in the page's address, as a request to the server. */
export function listPath(query: URLSearchParams, offset: number, limit: number): string {
  return url('/api/sessions', {
    project: query.get('project'),
    since: sinceOf(query.get('when')),
    periods: periodStarts(),
    q: query.get('filter'),
    tag: query.get('tag'),
    branch: query.get('branch'),
    client: query.get('client'),
    marks: query.get('marks'),
    sort: query.get('sort'),
    offset: offset || null,
    limit,
  });
}

export function marksOf(query: URLSearchParams): string[] {
  return (query.get('marks') ?? '').split(',').filter((mark) => mark !== '');
}

/** The marks after one was clicked. */
export function toggledMark(query: URLSearchParams, mark: string): string {
  const marks = marksOf(query);
  return (marks.includes(mark) ? marks.filter((other) => other !== mark) : [...marks, mark]).join(',');
}

/** The start of each period, so that the server counts them. */
export function periodStarts(): string {
  return PERIODS.map(({ key }) => sinceOf(key)).join();
}

/** Whole days back from midnight, so that the request stays the same all day. */
export function sinceOf(when: string | null, now = new Date()): number | null {
  const period = PERIODS.find(({ key }) => key === when);
  if (!period) return null;
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  return midnight - (period.days - 1) * DAY;
}
