import type { Calendar, Prices } from '@unspool/store';
import { type UsageRow, usagesOf } from '@unspool/team';
import { byCost, byKey, sumView, TalliesByKey } from '../list/usage-page.js';
import type { TeamUsagePage } from '../view/team-view.js';

export interface TeamUsageQuery {
  person?: string;
  project?: string;
}

/** The team's usage, at this machine's prices. `rows` cover the requested period. */
export function teamUsagePage(
  rows: readonly UsageRow[],
  query: TeamUsageQuery,
  { prices, calendar, now }: { prices: Prices; calendar: Calendar; now: number },
): TeamUsagePage {
  const [days, people, projects, models, all] = [
    new TalliesByKey(),
    new TalliesByKey(),
    new TalliesByKey(),
    new TalliesByKey(),
    new TalliesByKey(),
  ];
  const dayModels = new Map<string, TalliesByKey>();
  for (const usage of usagesOf(rows, calendar)) {
    const { person = '', slug: project, sessionId } = usage.session;
    const isOf = query.person === undefined || person === query.person;
    const isIn = query.project === undefined || project === query.project;
    // Each facet also lists its other values, not only the chosen one.
    if (isIn) people.add(person, usage, sessionId);
    if (isOf) projects.add(project, usage, sessionId);
    if (!isOf || !isIn) continue;
    const day = calendar.day(usage.time);
    days.add(day, usage, sessionId);
    const ofDay = dayModels.get(day) ?? new TalliesByKey();
    dayModels.set(day, ofDay);
    ofDay.add(usage.model, usage, sessionId);
    models.add(usage.model, usage, sessionId);
    all.add('', usage, sessionId);
  }
  return {
    timeZone: calendar.timeZone,
    day: calendar.day(now),
    total: sumView(all.sum('', prices)),
    days: days
      .rows(prices)
      .map((row) => ({ ...row, models: dayModels.get(row.key)?.rows(prices) ?? [] }))
      .sort(byKey),
    people: people.rows(prices).sort(byCost),
    projects: projects.rows(prices).sort(byCost),
    models: models.rows(prices).sort(byCost),
  };
}
