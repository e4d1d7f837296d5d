import { totalTokens } from '@unspool/session/tokens';
import { isOfClient } from '@unspool/store';
import { clientOf } from '../view/clients.js';
import type { IndexState, Mark, SessionsPage, SessionsQuery } from '../view/routes.js';
import type { ClientRef, ProjectRef, SessionRow } from '../view/view.js';
import type { ListedSession, SessionList } from './session-list.js';

const MARKS: readonly Mark[] = ['live', 'pinned', 'archived', 'gone', 'errors', 'agents', 'expiring'];
const EXPIRING_DAYS = 7;
const DEFAULT_LIMIT = 100;
const MAX = 500;

/** The requested part of the list, with facets to filter it further. */
export function sessionsPage(list: SessionList, query: SessionsQuery, index: IndexState): SessionsPage {
  const { found, byProject, byTag, byTime, byClient, marks } = sift(list, query);
  const offset = query.offset ?? 0;
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX);
  return {
    rows: sorted(found, query.sort ?? 'time')
      .slice(offset, offset + limit)
      .map((listed) => list.fresh(listed)),
    total: found.length,
    facets: {
      projects: projectsOf(byProject),
      tags: tagsOf(byTag),
      clients: clientsOf(byClient),
      marks: MARKS.flatMap((mark) => (marks.has(mark) ? [{ mark, count: marks.get(mark) ?? 0 }] : [])),
      periods: (query.periods ?? []).map((since) => ({
        since,
        count: byTime.filter(({ row }) => isWithin(row, { since })).length,
      })),
    },
    index,
  };
}

interface Sifted {
  found: ListedSession[];
  /** Sessions that match all filters except the one on project, tag, time or agent. */
  byProject: ListedSession[];
  byTag: ListedSession[];
  byTime: ListedSession[];
  byClient: ListedSession[];
  /** How many would be listed with one more mark. */
  marks: Map<Mark, number>;
}

/** One pass over all sessions: there can be thousands, and the list is updated with every letter typed. */
function sift(list: SessionList, query: SessionsQuery): Sifted {
  const sifted: Sifted = { found: [], byProject: [], byTag: [], byTime: [], byClient: [], marks: new Map() };
  const wanted = (query.marks ?? '').split(',').filter(Boolean) as Mark[];
  for (const listed of list.all()) {
    if (!isAsked(listed.row, query)) continue;
    const own = MARKS.filter((mark) => hasMark(list, listed, mark));
    const missed = missedBy(listed, query);
    if (!fits(own, wanted)) missed.push('marks');
    const fitsBut = (filter: Filter) => missed.every((each) => each === filter);
    if (missed.length === 0) sifted.found.push(listed);
    if (fitsBut('project')) sifted.byProject.push(listed);
    if (fitsBut('tag')) sifted.byTag.push(listed);
    if (fitsBut('time')) sifted.byTime.push(listed);
    if (fitsBut('client')) sifted.byClient.push(listed);
    if (fitsBut('marks')) countMarks(sifted.marks, own, wanted);
  }
  return sifted;
}

type Filter = 'project' | 'tag' | 'time' | 'client' | 'marks';

/** The filters of a query, except the marks, that a session does not match. */
function missedBy({ row, indexed }: ListedSession, query: SessionsQuery): Filter[] {
  const missed: Filter[] = [];
  if (!isIn(row, query.project)) missed.push('project');
  if (!hasTag(row, query.tag)) missed.push('tag');
  if (!isWithin(row, query)) missed.push('time');
  if (!isOfClient(indexed.client, query.client)) missed.push('client');
  return missed;
}

/** Whether it matches the words and the branch. */
function isAsked(row: SessionRow, query: SessionsQuery): boolean {
  return hasWords(row, query.q) && (query.branch === undefined || row.branch === query.branch);
}

function isIn({ project }: SessionRow, key: string | undefined): boolean {
  return key === undefined || project.key === key;
}

function hasTag({ tags }: SessionRow, tag: string | undefined): boolean {
  return tag === undefined || tags.includes(tag);
}

/** Deleted sessions are listed only on request. */
function fits(marks: readonly Mark[], wanted: readonly Mark[]): boolean {
  return wanted.every((mark) => marks.includes(mark)) && (!marks.includes('gone') || wanted.includes('gone'));
}

/** Counts what would be listed with one more mark. */
function countMarks(counts: Map<Mark, number>, marks: readonly Mark[], wanted: readonly Mark[]): void {
  for (const mark of marks) if (fits(marks, [...wanted, mark])) counts.set(mark, (counts.get(mark) ?? 0) + 1);
}

function hasMark(list: SessionList, listed: ListedSession, mark: Mark): boolean {
  const { row } = listed;
  switch (mark) {
    case 'live':
      return list.isLive(listed);
    case 'pinned':
      return row.isPinned;
    case 'archived':
      return row.isArchived || row.archivedInClient;
    case 'gone':
      return row.isGone;
    case 'errors':
      return listed.hasErrors;
    case 'agents':
      return row.agents > 0;
    case 'expiring':
      if (row.isArchived || row.archivedInClient) return false;
      return list.isDeletedWithin(EXPIRING_DAYS, listed);
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
  // The list is in order of time already. Pinned sessions come first, as on the command line.
  if (sort === 'time') return sessions.sort((a, b) => Number(b.row.isPinned) - Number(a.row.isPinned));
  const value = ({ row }: ListedSession): number => {
    if (sort === 'cost') return row.cost ?? 0;
    if (sort === 'tokens') return totalTokens(row.tokens);
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

/** Empty if Claude Code is the only agent, since there is nothing to choose. */
function clientsOf(sessions: readonly ListedSession[]): SessionsPage['facets']['clients'] {
  const clients = new Map<string, ClientRef & { count: number }>();
  for (const { row } of sessions) {
    const { name, label } = clientOf(row);
    clients.set(name, { name, label, count: (clients.get(name)?.count ?? 0) + 1 });
  }
  return [...clients.values()].sort((a, b) => b.count - a.count);
}

function tagsOf(sessions: readonly ListedSession[]): { tag: string; count: number }[] {
  const tags = new Map<string, number>();
  for (const { row } of sessions) for (const tag of row.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  return [...tags].map(([tag, count]) => ({ tag, count })).sort((a, b) => b.count - a.count);
}
