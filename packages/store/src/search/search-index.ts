import { SEARCH_KINDS } from '@unspool/session';
import { roomToRead } from '../indexing/read-part.js';
import type { KeptFiles } from '../keep/kept-files.js';
import type { Database, Row } from '../sqlite/database.js';
import { conditionOf, type SearchFilters } from './filters.js';
import { type Hit, type SearchResult, type Shown, textAt, whyUnread } from './hit.js';
import { wordMatcher } from './matcher.js';
import { ftsOf, type Query } from './query.js';
import { snippetOf } from './snippet.js';

export interface SearchOptions {
  filters: SearchFilters;
  sort: 'rank' | 'time';
  limit: number;
  /** For hits whose files stand only in the archive. */
  kept?: KeptFiles;
  /** Snippets are taken from what it gives back. */
  shown?: Shown;
}

/**
 * Up to so many matches are weighed against each other. Of a word that stands everywhere no text is better than
 * another: then the newest come first, and nobody waits for the weighing.
 */
const RANKED = 1000;

/** Texts that fit a query, from the index. */
export function searchIndex(database: Database, query: Query, options: SearchOptions): SearchResult {
  const match = ftsOf(query);
  const condition = conditionOf(options.filters, database);
  const isFiltered = condition.values.length > 0 || condition.sql !== '1';
  const from = isFiltered
    ? `texts JOIN docs ON docs.id = texts.rowid WHERE texts MATCH ? AND ${condition.sql}`
    : 'texts WHERE texts MATCH ?';
  // So many are counted; when more are asked for, all of those.
  const most = Math.max(RANKED, options.limit);
  const found = database
    .prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ?)`)
    .get(match, ...condition.values, most + 1);
  const count = Number(found?.['n'] ?? 0);
  const sorted = options.sort === 'rank' && count <= RANKED ? 'rank' : 'time';
  const order = sorted === 'rank' ? 'texts.rank, texts.rowid DESC' : timeOrder(count);
  const join = isFiltered || order.includes('docs.') ? ' JOIN docs ON docs.id = texts.rowid' : '';
  const ids = database
    .prepare(
      `SELECT texts.rowid AS id FROM texts${join} WHERE texts MATCH ?${isFiltered ? ` AND ${condition.sql}` : ''}
       ORDER BY ${order} LIMIT ?`,
    )
    .all(match, ...condition.values, options.limit);
  const matcher = wordMatcher(query);
  const reading = { ...options, room: roomToRead() };
  const hits = hitsOf(
    database,
    ids.map((row) => Number(row['id'])),
  ).map(({ hit, part }) => {
    const text = textAt(hit, part, reading);
    if (text === undefined) return { ...hit, unread: whyUnread(hit.file) };
    return { ...hit, snippet: snippetOf(text, matcher) };
  });
  return { hits, count: Math.min(count, most), isMore: count > most, sorted };
}

/** Numbers grow with the age of files, not of lines: exact where it is cheap, near enough where there are thousands. */
function timeOrder(count: number): string {
  return count <= RANKED ? 'docs.time DESC, texts.rowid DESC' : 'texts.rowid DESC';
}

function hitsOf(database: Database, ids: readonly number[]): { hit: Hit; part: number }[] {
  const rows = database
    .prepare(
      `SELECT docs.id, byte, part, kind, turn, time, is_error, names.text AS tool, path, agent, session_id, title, cwd
       FROM docs JOIN files ON files.id = docs.file JOIN sessions ON sessions.id = files.session
       LEFT JOIN names ON names.id = docs.tool
       WHERE docs.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids));
  const byId = new Map(rows.map((row) => [Number(row['id']), row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ hit: hitOf(row), part: Number(row['part']) }] : [];
  });
}

function hitOf(row: Row): Hit {
  const text = (key: string) => (row[key] === null ? undefined : String(row[key]));
  return {
    sessionId: String(row['session_id']),
    agentId: text('agent'),
    title: text('title'),
    cwd: text('cwd'),
    file: String(row['path']),
    turn: Number(row['turn']),
    byte: Number(row['byte']),
    kind: SEARCH_KINDS[Number(row['kind'])] ?? 'injected',
    tool: text('tool'),
    isError: row['is_error'] === 1,
    time: row['time'] === null ? undefined : Number(row['time']),
    snippet: { text: '', ranges: [] },
  };
}
