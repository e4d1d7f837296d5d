import type { SharedSession } from '@unspool/team';
import type { TeamRow, TeamSessionsPage, TeamSessionsQuery } from '../view/team-view.js';
import { maskedLine } from '../view/texts.js';
import type { SessionRow } from '../view/view.js';
import { type TeamAccess, teamId } from './team-access.js';

const DEFAULT_LIMIT = 200;
const MAX = 1000;

/** A page of the team's matching sessions, with facets to filter them further. */
export async function teamSessionsPage(team: TeamAccess, query: TeamSessionsQuery): Promise<TeamSessionsPage> {
  const { person, project, since, after, periods = [], limit = DEFAULT_LIMIT } = query;
  const filter = { person, project, since };
  const [{ sessions, next }, { total, people, projects, times, ...counted }] = await Promise.all([
    team.list({ ...filter, limit: Math.min(limit, MAX), ...(after !== undefined && { after }) }),
    team.counts({ ...filter, times: periods }),
  ]);
  const countSince = new Map(times.map((time, at) => [time, counted.since[at] ?? 0]));
  return {
    rows: sessions.map(teamRow),
    next: next ?? null,
    total,
    facets: {
      people,
      projects,
      periods: periods.map((period) => ({ since: period, count: countSince.get(period) ?? 0 })),
    },
  };
}

export function teamRow(session: SharedSession): TeamRow {
  const { owner, title, project, branch, startedAt, endedAt, turns, visibility, copyOf } = session;
  return {
    id: teamId(session),
    person: owner,
    title: maskedLine(title, { isRevealed: false }),
    project,
    branch: branch || null,
    startedAt: startedAt || null,
    lastAt: endedAt || startedAt || null,
    turns,
    visibility,
    copyOf: copyOf || null,
  };
}

/** The row for the head of the session page. Its usage is counted when the session is read. */
export function sessionRowOf(shared: SharedSession): SessionRow {
  const { id, person, title, project, branch, startedAt, lastAt, turns } = teamRow(shared);
  return {
    id,
    person,
    title: title || '(untitled)',
    client: null,
    project: { key: project, name: project, path: shared.cwd || project },
    branch,
    startedAt,
    lastAt,
    turns,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 },
    cost: null,
    unknownPrices: [],
    bytes: 0,
    agents: 0,
    isLive: false,
    isPinned: false,
    isArchived: false,
    archivedInClient: false,
    isGone: false,
    deletesInDays: null,
    tags: [],
    isPending: true,
  };
}
