import type { Database, Value } from '../sqlite/database.js';
import { textOf } from '../sqlite/text.js';
import { QUARTER } from '../usage/calendar.js';
import { isSearch, type SessionRef, type Usage, unrecordedUsage } from '../usage/usage.js';
import { QUARTER_OF_TIME, quarterOf, timeOfQuarter } from './quarter.js';

/** The columns of `slots`, in order. */
export type SlotRow = [
  session: number,
  quarter: number,
  model: number,
  flags: number,
  isAgent: number,
  isGone: number,
  replies: number,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite5m: number,
  cacheWrite1h: number,
  webSearches: number,
];

/**
 * All usage in the ledger by quarter hour. If a period begins or ends within a quarter, the replies of that quarter come one
 * by one.
 */
export function* ledgerUsage(database: Database, edges: readonly number[] = []): Generator<Usage> {
  const cut = JSON.stringify(edges.filter((edge) => edge % QUARTER !== 0).map(quarterOf));
  const sessions = sessionRefs(database);
  const models = modelNames(database);
  // As one JSON text, since both drivers take microseconds per row.
  const slots = rowsOf<SlotRow>(
    database,
    `SELECT json_group_array(json_array(session, quarter, model, flags, is_agent, is_gone, replies, input, output,
      cache_read, cache_write_5m, cache_write_1h, web_searches)) AS rows FROM slots
     WHERE quarter NOT IN (SELECT value FROM json_each(?))`,
    cut,
  );
  for (const slot of slots) {
    const session = sessions.get(slot[0]);
    if (!session) continue;
    yield usageOfSlot(session, slot, models);
  }
  if (cut !== '[]') yield* repliesWhere(database, CUT_QUARTERS, cut);
}

/** The sessions of other agents that recorded no tokens. */
export function unrecordedSessions(database: Database): Usage[] {
  const sessions = sessionRefs(database);
  const rows = rowsOf<[number, number | null]>(
    database,
    `SELECT json_group_array(json_array(id, ended)) AS rows FROM sessions
     WHERE client IS NOT NULL AND is_gone = 0 AND turns > 0 AND id NOT IN (SELECT session FROM slots)`,
  );
  return rows.flatMap(([id, ended]) => {
    const session = sessions.get(id);
    return session ? [unrecordedUsage(session, ended ?? Number.NaN)] : [];
  });
}

/** Usage from a quarter hour on, by session and model; optionally of one session. */
export function ledgerSince(database: Database, since: number, sessionId?: string): Usage[] {
  const sessions = sessionRefs(database);
  const models = modelNames(database);
  const rows = rowsOf<SlotRow>(
    database,
    `SELECT json_group_array(json_array(session, quarter, model, flags, is_agent, is_gone, replies, input, output,
      cache_read, cache_write_5m, cache_write_1h, web_searches)) AS rows FROM slots
     WHERE quarter >= ?1 AND (?2 IS NULL OR session IN (SELECT id FROM sessions WHERE session_id = ?2))`,
    quarterOf(since),
    sessionId ?? null,
  );
  return rows.flatMap((row) => {
    const session = sessions.get(row[0]);
    return session ? [usageOfSlot(session, row, models)] : [];
  });
}

/** Uses the slots, which are few, since replies are not indexed by time. */
const CUT_QUARTERS = `session IN (SELECT session FROM slots WHERE quarter IN (SELECT value FROM json_each(?1)))
  AND ${QUARTER_OF_TIME} IN (SELECT value FROM json_each(?1))`;

/** The usage in a row of `slots`. */
export function usageOfSlot(session: SessionRef, slot: SlotRow, models: ReadonlyMap<number, string>): Usage {
  const [, quarter, model, flags, isAgent, isGone, replies, input, output, cacheRead, ...others] = slot;
  const [cacheWrite5m, cacheWrite1h, webSearches] = others;
  return {
    session,
    time: timeOfQuarter(quarter),
    model: models.get(model) ?? '',
    isFast: (flags & 1) !== 0,
    isUs: (flags & 2) !== 0,
    isOver: (flags & 4) !== 0,
    isAgent: isAgent === 1,
    isGone: isGone === 1,
    replies,
    input,
    output,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h,
    webSearches,
  };
}

/** Every reply with its own time, for reports that need more than quarter hours; optionally only since a time. */
export function ledgerReplies(database: Database, since?: number): Generator<Usage> {
  return since === undefined ? repliesWhere(database, 'true') : repliesWhere(database, 'time >= ?1', since);
}

function* repliesWhere(database: Database, condition: string, ...values: Value[]): Generator<Usage> {
  const sessions = sessionRefs(database);
  const statement = database.prepare(
    `SELECT json_group_array(json_array(session, time, text, flags, ifnull(tiers.tokens, 9e15), is_agent, is_gone, input,
       output, cache_read, cache_write_5m, cache_write_1h, web_searches)) AS rows
     FROM replies JOIN names ON names.id = replies.model LEFT JOIN tiers ON tiers.model = replies.model
     WHERE ${condition}`,
  );
  const rows = JSON.parse(String(statement.get(...values)?.['rows'] ?? '[]')) as [
    number, number | null, string, number, number, number, number, number, number, number, number, number, number,
  ][]; // biome-ignore format: as the columns above
  for (const row of rows) {
    const session = sessions.get(row[0]);
    if (!session) continue;
    const [, time, model, flags, tier, isAgent, isGone, input, output, cacheRead, cacheWrite5m, cacheWrite1h, web] =
      row;
    const usage: Usage = {
      session,
      time: time ?? Number.NaN,
      model,
      isFast: (flags & 1) !== 0,
      isUs: (flags & 2) !== 0,
      isOver: input + cacheRead + cacheWrite5m + cacheWrite1h > tier,
      isAgent: isAgent === 1,
      isGone: isGone === 1,
      replies: 1,
      input,
      output,
      cacheRead,
      cacheWrite5m,
      cacheWrite1h,
      webSearches: web,
    };
    yield isSearch(usage) ? { ...usage, replies: 0 } : usage;
  }
}

export function sessionRefs(database: Database): Map<number, SessionRef> {
  const rows = rowsOf<[number, string, string, string | null, string | null, string | null]>(
    database,
    'SELECT json_group_array(json_array(id, session_id, slug, cwd, repo, client)) AS rows FROM sessions',
  );
  return new Map(
    rows.map(([id, sessionId, slug, cwd, repo, client]) => {
      const place = { cwd: () => cwd ?? undefined, repo: () => repo ?? undefined };
      return [id, { sessionId, slug, ...place, ...(client !== null && { client }) }] as const;
    }),
  );
}

export function modelNames(database: Database): Map<number, string> {
  return new Map(
    rowsOf<[number, string]>(
      database,
      'SELECT json_group_array(json_array(id, text)) AS rows FROM names WHERE id IN (SELECT DISTINCT model FROM slots)',
    ),
  );
}

export function rowsOf<Row>(database: Database, sql: string, ...values: Value[]): Row[] {
  const found = database.prepare(`SELECT CAST(rows AS BLOB) AS rows FROM (${sql})`).get(...values)?.['rows'];
  return JSON.parse(found == null ? '[]' : textOf(found)) as Row[];
}
