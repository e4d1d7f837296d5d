import type { IndexState, Mark, SessionsPage, SessionsQuery } from '../view/routes.js';
import type { ProjectRef, SessionRow } from '../view/view.js';
import type { ListedSession, SessionList } from './session-list.js';

const MARKS: readonly Mark[] = ['live', 'pinned', 'archived', 'gone', 'errors', 'agents', 'expiring'];
const EXPIRING_DAYS = 7;
const DEFAULT_LIMIT = 100;
const MOST = 500;

/** The part of the list that is asked for, and what it could be narrowed to. */
export function sessionsPage(list: SessionList, query: SessionsQuery, index: IndexState): SessionsPage {
  const marks = new Set((query.marks ?? '').split(',').filter(Boolean) as Mark[]);
  const shown = list.all().filter((listed) => marks.has('gone') || !listed.row.isGone);
  const fits = (listed: ListedSession, without?: 'project' | 'tag' | 'marks') =>
    (without === 'project' || query.project === undefined || listed.row.project.key === query.project) &&
    (without === 'tag' || query.tag === undefined || listed.row.tags.includes(query.tag)) &&
    (without === 'marks' || [...marks].every((mark) => hasMark(list, listed, mark))) &&
    isWithin(listed.row, query) &&
    (query.branch === undefined || listed.row.branch === query.branch) &&
    hasWords(listed.row, query.q);
  const found = sorted(
    shown.filter((listed) => fits(listed)),
    query.sort ?? 'time',
  );
  const offset = query.offset ?? 0;
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MOST);
  return {
    rows: found.slice(offset, offset + limit).map((listed) => list.fresh(listed)),
    total: found.length,
    facets: {
      projects: projectsOf(shown.filter((listed) => fits(listed, 'project'))),
      tags: tagsOf(shown.filter((listed) => fits(listed, 'tag'))),
      marks: MARKS.map((mark) => ({
        mark,
        count: (mark === 'gone' ? list.all() : shown).filter(
          (listed) => fits(listed, 'marks') && hasMark(list, listed, mark),
        ).length,
      })).filter(({ count }) => count > 0),
    },
    index,
  };
}

function hasMark(list: SessionList, listed: ListedSession, mark: Mark): boolean {
  const { row } = listed;
  switch (mark) {
    case 'live':
      return list.fresh(listed).isLive;
    case 'pinned':
      return row.isPinned;
    case 'archived':
      return row.isArchived;
    case 'gone':
      return row.isGone;
    case 'errors':
      return listed.hasErrors;
    case 'agents':
      return row.agents > 0;
    case 'expiring':
      return (list.fresh(listed).deletesInDays ?? Number.POSITIVE_INFINITY) <= EXPIRING_DAYS;
  }
}

function isWithin({ lastAt, startedAt }: SessionRow, { since, until }: SessionsQuery): boolean {
  if (since !== undefined && (lastAt ?? 0) < since) return false;
  return until === undefined || (startedAt ?? lastAt ?? 0) <= until;
}

function hasWords(row: SessionRow, q: string | undefined): boolean {
  if (q === undefined) return true;
  const text = `${row.title} ${row.project.name} ${row.project.path} ${row.branch ?? ''} ${row.id}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function sorted(sessions: ListedSession[], sort: NonNullable<SessionsQuery['sort']>): ListedSession[] {
  // The list stands by time already.
  if (sort === 'time') return sessions;
  const value = ({ row }: ListedSession): number => {
    const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = row.tokens;
    if (sort === 'cost') return row.cost ?? 0;
    if (sort === 'tokens') return input + output + cacheRead + cacheWrite5m + cacheWrite1h;
    return sort === 'turns' ? row.turns : row.bytes;
  };
  return sessions.sort((a, b) => value(b) - value(a));
}

function projectsOf(sessions: readonly ListedSession[]): SessionsPage['facets']['projects'] {
  const projects = new Map<string, ProjectRef & { count: number; lastAt: number | null }>();
  for (const { row } of sessions) {
    const known = projects.get(row.project.key) ?? { ...row.project, count: 0, lastAt: null };
    projects.set(row.project.key, known);
    known.count++;
    known.lastAt = Math.max(known.lastAt ?? 0, row.lastAt ?? 0) || null;
  }
  return [...projects.values()].sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0));
}

function tagsOf(sessions: readonly ListedSession[]): { tag: string; count: number }[] {
  const tags = new Map<string, number>();
  for (const { row } of sessions) for (const tag of row.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  return [...tags].map(([tag, count]) => ({ tag, count })).sort((a, b) => b.count - a.count);
}
