import { SEARCH_KINDS, type SearchKind } from '@unspool/session';
import type { Database } from '../sqlite/database.js';
import { conditionOf, type SearchFilters } from './filters.js';
import { ftsOf, type Query } from './query.js';

/** How many texts of one kind, of one tool and in one file fit a query. */
export interface HitCount {
  kind: SearchKind;
  tool: string | undefined;
  file: string;
  sessionId: string;
  count: number;
}

/** Texts that fit a query, only counted: no line is read for it. At most the newest `most` of them. */
export function countHits(
  database: Database,
  query: Query,
  { filters, most }: { filters: SearchFilters; most: number },
): { counts: HitCount[]; isMore: boolean } {
  const condition = conditionOf(filters, database);
  const rows = database
    .prepare(
      `SELECT kind, names.text AS tool, path, session_id, n FROM (
         SELECT docs.kind AS kind, docs.tool AS tool, docs.file AS file, count(*) AS n FROM (
           SELECT texts.rowid AS id FROM texts JOIN docs ON docs.id = texts.rowid
           WHERE texts MATCH ? AND ${condition.sql} ORDER BY texts.rowid DESC LIMIT ?
         ) AS found JOIN docs ON docs.id = found.id GROUP BY 1, 2, 3
       ) AS counted JOIN files ON files.id = counted.file JOIN sessions ON sessions.id = files.session
       LEFT JOIN names ON names.id = counted.tool`,
    )
    .all(ftsOf(query), ...condition.values, most);
  const counts = rows.map((row) => ({
    kind: SEARCH_KINDS[Number(row['kind'])] ?? 'injected',
    tool: row['tool'] === null ? undefined : String(row['tool']),
    file: String(row['path']),
    sessionId: String(row['session_id']),
    count: Number(row['n']),
  }));
  return { counts, isMore: counts.reduce((sum, { count }) => sum + count, 0) >= most };
}
