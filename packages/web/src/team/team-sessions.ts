import type { SharedSession } from '@unspool/team';
import type { Counted, TeamRow, TeamSessionsPage, TeamSessionsQuery } from '../view/team-view.js';
import { maskedLine } from '../view/texts.js';
import type { SessionRow } from '../view/view.js';
import { teamId } from './team-access.js';

const DEFAULT_LIMIT = 200;
const MAX = 5000;

/** The team's matching sessions, with facets to filter them further. */
export function teamSessionsPage(sessions: readonly SharedSession[], query: TeamSessionsQuery): TeamSessionsPage {
  const rows = sessions.map(teamRow).filter((row) => hasWords(row, query.q));
  const isOf = (row: TeamRow) => query.person === undefined || row.person === query.person;
  const isIn = (row: TeamRow) => query.project === undefined || row.project === query.project;
  const isSince = (row: TeamRow, since = query.since) => since === undefined || (row.lastAt ?? 0) >= since;
  const found = rows.filter((row) => isOf(row) && isIn(row) && isSince(row));
  return {
    rows: found.slice(0, Math.min(query.limit ?? DEFAULT_LIMIT, MAX)),
    total: found.length,
    facets: {
      people: counted(rows.filter((row) => isIn(row) && isSince(row)).map(({ person }) => person)),
      projects: counted(rows.filter((row) => isOf(row) && isSince(row)).map(({ project }) => project)),
      periods: (query.periods ?? []).map((since) => ({
        since,
        count: rows.filter((row) => isOf(row) && isIn(row) && isSince(row, since)).length,
      })),
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
    title: title || '(no words)',
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

function hasWords(row: TeamRow, q: string | undefined): boolean {
  if (q === undefined) return true;
  const text = `${row.title} ${row.project} ${row.branch ?? ''} ${row.person} ${row.id}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function counted(names: readonly string[]): Counted[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
