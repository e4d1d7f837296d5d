import { dirname, sep } from 'node:path';
import { maskFields } from '@unspool/redact';
import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import { leadsOut } from '@unspool/session/locate';
import {
  countHits,
  type Database,
  type Hit,
  type HitCount,
  KeptFiles,
  NoWordError,
  parseAsTyped,
  QueryError,
  type SearchFilters,
  searchIndex,
} from '@unspool/store';
import { AppFailure, wrongRequest } from '../failure.js';
import { clientOf } from '../view/clients.js';
import type { IndexState, SearchHit, SearchPage, SearchQuery } from '../view/routes.js';
import { maskedLine } from '../view/texts.js';
import type { ClientRef, ProjectRef } from '../view/view.js';
import type { ListedSession, SessionList } from './session-list.js';

const DEFAULT_LIMIT = 100;
const MAX = 500;
/** At most this many texts are counted; for more frequent words, the counts are a lower bound. */
const COUNTED = 20_000;

export interface SearchPlaces {
  database: Database;
  list: SessionList;
  archive: string;
  index: IndexState;
}

/** Hits of a query, with the facets to narrow it. */
export function searchPage({ database, list, archive, index }: SearchPlaces, query: SearchQuery): SearchPage {
  const kept = new KeptFiles(database, archive, Date.now());
  const sessions = new BySession(list.all());
  const isAsked = ofProject(query.project, list);
  try {
    const asked = parsed(query.q);
    const filters = filtersOf(query, list);
    const result = searchIndex(database, asked, {
      filters,
      sort: query.sort ?? 'rank',
      limit: Math.min(query.limit ?? DEFAULT_LIMIT, MAX),
      kept,
      shown: { text: (text) => maskedLine(text, { isRevealed: false }), fields: maskFields },
    });
    const found = result.hits.flatMap((hit) => {
      const listed = sessions.of(hit);
      return listed && isAsked(listed) && !leadsOut(hit.file) ? [{ hit: hitOf(hit, listed), listed }] : [];
    });
    const hits = titlesOnce(found);
    const since = query.periods ?? [];
    const counted = countHits(database, asked, { filters, most: COUNTED, since });
    return {
      hits: hits.map(({ hit }) => hit),
      ...countsOf(counted.counts, { sessions, isAsked, since }),
      isMore: counted.isMore,
      sessions: Object.fromEntries(hits.map(({ listed }) => [listed.row.id, headOf(listed)])),
      index,
    };
  } finally {
    kept.close();
  }
}

/** The client writes a title many times; it is one hit. */
function titlesOnce<T extends { hit: SearchHit }>(found: readonly T[]): T[] {
  const titled = new Set<string>();
  return found.filter(({ hit }) => {
    if (hit.kind !== 'title') return true;
    if (titled.has(hit.id)) return false;
    titled.add(hit.id);
    return true;
  });
}

/** The session that a hit belongs to. */
class BySession {
  private readonly sessions = new Map<string, ListedSession[]>();

  constructor(all: readonly ListedSession[]) {
    for (const listed of all) {
      const known = this.sessions.get(listed.indexed.sessionId);
      if (known) known.push(listed);
      else this.sessions.set(listed.indexed.sessionId, [listed]);
    }
  }

  /**
   * A copy in another project has the same id; the file decides which one it is. Sub-agents that worked in a worktree
   * are in its project, where there is no session to open: they belong to the session that started them.
   */
  of({ sessionId, file }: Pick<Hit, 'sessionId' | 'file'>): ListedSession | undefined {
    const copies = this.sessions.get(sessionId) ?? [];
    const own = copies.find(({ indexed }) => file.startsWith(dirname(indexed.main) + sep));
    if (own && (own.indexed.file || own.row.isArchived)) return own;
    return copies.find(({ indexed }) => indexed.file) ?? own ?? copies[0];
  }
}

function parsed(q: string) {
  if (q.trim() === '') throw wrongRequest('The search is empty.');
  try {
    return parseAsTyped(q);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const hint = error instanceof NoWordError ? SIGNS : undefined;
    throw new AppFailure(400, 'Cannot read the query.', { why: sentence(error.message), hint });
  }
}

const SIGNS = 'Symbols alone cannot be found here. Search for a word near them.';

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function filtersOf(query: SearchQuery, list: SessionList): SearchFilters {
  const { project, session, since, until, kind, tool, tag, agents, client } = query;
  const kinds = kind?.split(',').map(kindOf);
  const sessionId = session === undefined ? undefined : (list.find(session)?.indexed.sessionId ?? session);
  return {
    ...(project !== undefined && { project: pathOf(project, list) }),
    ...(sessionId !== undefined && { sessionId }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(kinds && { kinds }),
    ...(tool !== undefined && { tool }),
    ...(tag !== undefined && { tag }),
    ...(query.errors === '1' && { isError: true }),
    ...(agents !== undefined && { agents }),
    ...(client !== undefined && { client }),
  };
}

/** The index knows projects by their folders; a key can be spelled differently. */
function pathOf(key: string, list: SessionList): string {
  return list.all().find(({ row }) => row.project.key === key)?.row.project.path ?? key;
}

/** The index finds a folder with all below it; a project of the list is that folder alone. */
function ofProject(key: string | undefined, list: SessionList): (listed: ListedSession) => boolean {
  const isKnown = key !== undefined && list.all().some(({ row }) => row.project.key === key);
  return ({ row }) => !isKnown || row.project.key === key;
}

const SHORT: { readonly [name: string]: SearchKind } = { input: 'tool_input', output: 'tool_output' };

function kindOf(name: string): SearchKind {
  const kind = SHORT[name] ?? SEARCH_KINDS.find((each) => each === name);
  if (kind === undefined) throw wrongRequest(`There is no kind "${name.slice(0, 40)}".`);
  return kind;
}

function hitOf(hit: Hit, { row }: ListedSession): SearchHit {
  return {
    id: row.id,
    agentId: hit.agentId ?? null,
    turn: hit.turn,
    byte: hit.byte,
    kind: hit.kind,
    tool: hit.tool ?? null,
    isError: hit.isError,
    at: hit.time ?? null,
    snippet: hit.snippet.text,
    ranges: hit.snippet.ranges.map(({ start, end }) => [start, end]),
  };
}

function headOf({ row }: ListedSession): SearchPage['sessions'][string] {
  const { id, title, client, project, lastAt, isGone, isArchived } = row;
  return { id, title, client, project, lastAt, isGone, isArchived };
}

/** Counts of all hits, not only of those that are shown. */
function countsOf(
  counts: readonly HitCount[],
  {
    sessions,
    isAsked,
    since,
  }: { sessions: BySession; isAsked: (listed: ListedSession) => boolean; since: readonly number[] },
): Pick<SearchPage, 'count' | 'facets'> {
  const kinds = new Counts<string>();
  const tools = new Counts<string>();
  const projects = new Counts<ProjectRef>();
  const clients = new Counts<ClientRef>();
  const periods = since.map((time) => ({ since: time, count: 0 }));
  const titled = new Set<string>();
  const sum = { all: 0, errors: 0, agents: 0 };
  for (const { kind, tool, count, errors, isAgent, since: later, ...place } of counts) {
    const listed = sessions.of(place);
    if (!listed || !isAsked(listed)) continue;
    const { row } = listed;
    const isTitle = kind === 'title';
    if (isTitle && titled.has(row.id)) continue;
    if (isTitle) titled.add(row.id);
    const found = isTitle ? 1 : count;
    const client = clientOf(row);
    sum.all += found;
    sum.errors += errors;
    if (isAgent) sum.agents += found;
    kinds.add(kind, kind, found);
    if (tool !== undefined) tools.add(tool, tool, found);
    projects.add(row.project.key, row.project, found);
    clients.add(client.name, client, found);
    for (const [at, period] of periods.entries()) period.count += Math.min(found, later[at] ?? 0);
  }
  return {
    count: sum.all,
    facets: {
      kinds: kinds.largestFirst().map(({ of: kind, count }) => ({ kind, count })),
      tools: tools.largestFirst().map(({ of: tool, count }) => ({ tool, count })),
      projects: projects.largestFirst().map(({ of: project, count }) => ({ ...project, count })),
      clients: clients.largestFirst().map(({ of: { name, label }, count }) => ({ name, label, count })),
      errors: sum.errors,
      agents: sum.agents,
      periods,
    },
  };
}

class Counts<Of> {
  private readonly byKey = new Map<string, { of: Of; count: number }>();

  add(key: string, of: Of, count: number): void {
    const known = this.byKey.get(key);
    if (known) known.count += count;
    else this.byKey.set(key, { of, count });
  }

  largestFirst(): { of: Of; count: number }[] {
    return [...this.byKey.values()].sort((a, b) => b.count - a.count);
  }
}
