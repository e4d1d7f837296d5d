import { roomToRead } from '../indexing/read-part.js';
import type { KeptFiles } from '../keep/kept-files.js';
import type { Database } from '../sqlite/database.js';
import { conditionOf, type SearchFilters } from './filters.js';
import { type SearchResult, type Shown, textAt, whyUnread } from './hit.js';
import { wordMatcher } from './matcher.js';
import { Originals, type ReadHit } from './originals.js';
import { hitsOf, type PlacedHit } from './placed-hits.js';
import { ftsOf, type Query } from './query.js';
import { snippetOf } from './snippet.js';

export interface SearchOptions {
  filters: SearchFilters;
  sort: 'rank' | 'time';
  limit: number;
  /** For hits whose files are only in the archive. */
  kept?: KeptFiles;
  /** Snippets are taken from its result. */
  shown?: Shown;
  /** Group hits with the same text and time in several files into one, which lists the others. */
  areCopiesOne?: boolean;
}

/**
 * Up to this many matches are ranked. For a word that is everywhere, no text is better than another, so the newest come
 * first and the ranking is skipped.
 */
const RANKED = 1000;

/** With more matches, copies are searched for only among this many times the number of hits shown. */
const AHEAD = 10;

/** Searches the index. */
export function searchIndex(database: Database, query: Query, options: SearchOptions): SearchResult {
  const match = ftsOf(query);
  const condition = conditionOf(options.filters, database);
  const isFiltered = condition.values.length > 0 || condition.sql !== '1';
  const from = isFiltered
    ? `texts JOIN docs ON docs.id = texts.rowid WHERE texts MATCH ? AND ${condition.sql}`
    : 'texts WHERE texts MATCH ?';
  // Counting stops here, unless more hits are requested.
  const most = Math.max(RANKED, options.limit);
  const found = database
    .prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ?)`)
    .get(match, ...condition.values, most + 1);
  const count = Number(found?.['n'] ?? 0);
  const sorted = options.sort === 'rank' && count <= RANKED ? 'rank' : 'time';
  const order = sorted === 'rank' ? 'texts.rank, texts.rowid DESC' : timeOrder(count);
  const join = isFiltered || order.includes('docs.') ? ' JOIN docs ON docs.id = texts.rowid' : '';
  const areCopiesOne = options.areCopiesOne === true;
  const wanted = areCopiesOne && count <= RANKED ? RANKED : areCopiesOne ? options.limit * AHEAD : options.limit;
  const ids = database
    .prepare(
      `SELECT texts.rowid AS id FROM texts${join} WHERE texts MATCH ?${isFiltered ? ` AND ${condition.sql}` : ''}
       ORDER BY ${order} LIMIT ?`,
    )
    .all(match, ...condition.values, wanted)
    .map((row) => Number(row['id']));
  const matcher = wordMatcher(query);
  const reading = { ...options, room: roomToRead() };
  const read = ({ hit, part }: PlacedHit): ReadHit => {
    const found = textAt(hit, part, reading);
    if (!found) return { hit: { ...hit, unread: whyUnread(hit.file) }, isOwn: false, text: undefined };
    return { hit: { ...hit, snippet: snippetOf(found.text, matcher) }, isOwn: found.isOwn, text: found.text };
  };
  const hits = areCopiesOne
    ? new Originals(database, ids, read).first(options.limit)
    : hitsOf(database, ids).map((each) => read(each).hit);
  return { hits, count: Math.min(count, most), isMore: count > most, sorted };
}

/** Ids follow the age of files, not of lines: sorted by exact time where that is cheap, by id if there are thousands. */
function timeOrder(count: number): string {
  return count <= RANKED ? 'docs.time DESC, texts.rowid DESC' : 'texts.rowid DESC';
}
