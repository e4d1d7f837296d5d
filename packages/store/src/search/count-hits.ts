import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import type { Database } from '../sqlite/database.js';
import { conditionOf, type SearchFilters } from './filters.js';
import { ftsOf, type Query } from './query.js';

/** The number of hits of one kind and one tool in one file. */
export interface HitCount {
  kind: SearchKind;
  tool: string | undefined;
  file: string;
  sessionId: string;
  isAgent: boolean;
  count: number;
  /** How many of them are errors. */
  errors: number;
  /** For each requested time, how many of them are not older. */
  since: number[];
}

export interface CountOptions {
  filters: SearchFilters;
  most: number;
  /** The times to count from. */
  since?: readonly number[];
}

/** Counts the hits of a query without reading any line. Counts at most the newest `most` hits. */
export function countHits(
  database: Database,
  query: Query,
  { filters, most, since = [] }: CountOptions,
): { counts: HitCount[]; isMore: boolean } {
  const condition = conditionOf(filters, database);
  const sums = since.map((_, at) => `, total(docs.time >= ?) AS since${at}`).join('');
  const rows = database
    .prepare(
      `SELECT counted.*, names.text AS tool_name, path, session_id, files.agent IS NOT NULL AS is_agent FROM (
         SELECT docs.kind AS kind, docs.tool AS tool, docs.file AS file, count(*) AS n,
           total(docs.is_error) AS errors${sums} FROM (
           SELECT texts.rowid AS id FROM texts JOIN docs ON docs.id = texts.rowid
           WHERE texts MATCH ? AND ${condition.sql} ORDER BY texts.rowid DESC LIMIT ?
         ) AS found JOIN docs ON docs.id = found.id GROUP BY 1, 2, 3
       ) AS counted JOIN files ON files.id = counted.file JOIN sessions ON sessions.id = files.session
       LEFT JOIN names ON names.id = counted.tool`,
    )
    .all(...since, ftsOf(query), ...condition.values, most);
  const counts = rows.map((row) => ({
    kind: SEARCH_KINDS[Number(row['kind'])] ?? 'injected',
    tool: row['tool_name'] === null ? undefined : String(row['tool_name']),
    file: String(row['path']),
    sessionId: String(row['session_id']),
    isAgent: Number(row['is_agent']) === 1,
    count: Number(row['n']),
    errors: Number(row['errors']),
    since: since.map((_, at) => Number(row[`since${at}`])),
  }));
  return { counts, isMore: counts.reduce((sum, { count }) => sum + count, 0) >= most };
}
