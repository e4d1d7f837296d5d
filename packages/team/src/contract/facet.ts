import type { SessionCounts, SessionFilter, SessionGroup } from './model.js';

/** How often each name occurs, most frequent first. */
export function facetOf(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

/** Facets of a list: each counts what the other filters leave. `times` must be those that the groups were made for. */
export function countsOf(
  groups: readonly SessionGroup[],
  { person, project, since }: SessionFilter,
  times: readonly number[],
): SessionCounts {
  const isOf = (group: SessionGroup) => person === undefined || group.person === person;
  const isIn = (group: SessionGroup) => project === undefined || group.project === project;
  const hasReached = (group: SessionGroup, time: number | undefined) =>
    time === undefined || group.reached > times.indexOf(time);
  const sum = (wanted: readonly SessionGroup[]) => wanted.reduce((all, { count }) => all + count, 0);
  const recent = groups.filter((group) => hasReached(group, since));
  const chosen = groups.filter((group) => isOf(group) && isIn(group));
  return {
    total: sum(chosen.filter((group) => hasReached(group, since))),
    people: totals(recent.filter(isIn), ({ person: name }) => name),
    projects: totals(recent.filter(isOf), ({ project: name }) => name),
    since: times.map((time) => sum(chosen.filter((group) => hasReached(group, time)))),
  };
}

function totals(groups: readonly SessionGroup[], nameOf: (group: SessionGroup) => string) {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(nameOf(group), (counts.get(nameOf(group)) ?? 0) + group.count);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
