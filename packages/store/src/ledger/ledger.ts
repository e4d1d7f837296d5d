import type { UsageRecord } from '@unspool/session';
import type { Names } from '../schema/names.js';
import type { Database, Row } from '../sqlite/database.js';
import { jsonForSql, wellFormed } from '../sqlite/json.js';
import type { Prices } from '../usage/prices.js';
import { distanceOf, ownerOrder } from '../usage/reply-rank.js';
import { rowsOf } from './ledger-usage.js';
import { QUARTER_OF_TIME } from './quarter.js';

/** One reply as a file reports it. */
export interface LedgerEntry {
  key: string;
  record: UsageRecord;
  file: number;
  session: number;
  isAgent: boolean;
}

/** A row of `replies`, in column order. */
type ReplyRow = [
  key: string,
  session: number,
  file: number,
  distance: number,
  sourceSession: number,
  sourceDistance: number,
  model: number,
  time: number | null,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite5m: number,
  cacheWrite1h: number,
  webSearches: number,
  flags: number,
  isAgent: number,
  isGone: number,
];

const COLUMNS = `key, session, file, distance, source_session, source_distance, model, time, input, output, cache_read,
  cache_write_5m, cache_write_1h, web_searches, flags, is_agent, is_gone`;
const VALUES = Array.from({ length: 17 }, (_, at) => `value ->> ${at}`).join(', ');

/**
 * The usage of every reply ever seen, once. Rows are never deleted: when the last transcript with a reply is gone, its row is
 * marked. The owner of a reply, and which of several lines counts, are decided as in `ReplyTable`, in whatever order files
 * are read.
 */
export class Ledger {
  private readonly orders = new Map<number, string>();

  constructor(
    private readonly database: Database,
    private readonly names: Names,
    private readonly prices: Prices,
  ) {}

  /** Call within a transaction. */
  add(entries: readonly LedgerEntry[]): void {
    if (entries.length === 0) return;
    const rows = this.known(entries);
    const touched = new Set<number>();
    for (const given of entries) {
      // With its key in the ledger; otherwise a reply would be counted once per file.
      const key = wellFormed(given.key);
      const entry = key === given.key ? given : { ...given, key };
      const row = rows.get(entry.key);
      if (row) touched.add(row[1]);
      const merged = this.merge(row, entry);
      rows.set(entry.key, merged);
      touched.add(merged[1]);
    }
    this.database
      .prepare(`INSERT OR REPLACE INTO replies (${COLUMNS}) SELECT ${VALUES} FROM json_each(?)`)
      .run(jsonForSql([...rows.values()]));
    sumSessions(this.database, touched);
  }

  /** Marks replies that only this file had as gone. Call within a transaction. */
  forgetFile(file: number): void {
    const sessions = this.database.prepare('SELECT DISTINCT session FROM replies WHERE file = ?').all(file);
    this.database.prepare('UPDATE replies SET is_gone = 1 WHERE file = ?').run(file);
    sumSessions(this.database, new Set(sessions.map((row) => Number(row['session']))));
  }

  private known(entries: readonly LedgerEntry[]): Map<string, ReplyRow> {
    const keys = jsonForSql([...new Set(entries.map((entry) => entry.key))]);
    const rows = rowsOf<ReplyRow>(
      this.database,
      `SELECT json_group_array(json_array(${COLUMNS})) AS rows FROM replies
       WHERE key IN (SELECT value FROM json_each(?))`,
      keys,
    );
    return new Map(rows.map((row) => [row[0], row]));
  }

  private merge(row: ReplyRow | undefined, { key, record, file, session, isAgent }: LedgerEntry): ReplyRow {
    const distance = distanceOf(record);
    const time = Number.isNaN(record.time) ? null : record.time;
    const flags = (record.isFast ? 1 : 0) + (record.isUs ? 2 : 0);
    const usage = [
      session,
      distance,
      this.model(record.model),
      record.input,
      record.output,
      record.cacheRead,
      record.cacheWrite5m,
      record.cacheWrite1h,
      record.webSearches,
      flags,
    ] as const;
    const [sourceSession, sourceDistance, model, ...counts] = usage;
    if (!row) {
      const [input, output, cacheRead, write5m, write1h, searches, bits] = counts;
      return [
        key, session, file, distance, sourceSession, sourceDistance, model, time,
        input, output, cacheRead, write5m, write1h, searches, bits, isAgent ? 1 : 0, 0,
      ]; // biome-ignore format: one row as it is in the table
    }
    const merged: ReplyRow = [...row];
    merged[16] = 0;
    if (time !== null && (row[7] === null || time < row[7])) merged[7] = time;
    if (row[16] === 1 || this.isNearer([distance, session, isAgent ? 1 : 0], [row[3], row[1], row[15]])) {
      merged[1] = session;
      merged[2] = file;
      merged[3] = distance;
      merged[15] = isAgent ? 1 : 0;
    }
    if (record.output < row[9]) return merged;
    if (record.output === row[9] && this.isNearer([row[5], row[4], 0], [distance, session, 0])) return merged;
    [
      merged[4],
      merged[5],
      merged[6],
      merged[8],
      merged[9],
      merged[10],
      merged[11],
      merged[12],
      merged[13],
      merged[14],
    ] = [sourceSession, sourceDistance, model, ...counts];
    return merged;
  }

  /** Places are ordered as in `rankOf`. */
  private isNearer(a: readonly [number, number, number], b: readonly [number, number, number]): boolean {
    if (a[0] !== b[0]) return a[0] < b[0];
    if (a[1] !== b[1]) return this.orderOf(a[1]) < this.orderOf(b[1]);
    return a[2] < b[2];
  }

  private orderOf(session: number): string {
    let order = this.orders.get(session);
    if (order === undefined) {
      const row = this.database.prepare('SELECT session_id, client FROM sessions WHERE id = ?').get(session);
      const client = row?.['client'];
      order = ownerOrder({
        sessionId: String(row?.['session_id']),
        client: client == null ? undefined : String(client),
      });
      this.orders.set(session, order);
    }
    return order;
  }

  /** The tiers of models must be known before their replies are added up. */
  private model(name: string): number {
    const id = this.names.id(name);
    const tokens = this.prices.threshold(name);
    if (Number.isFinite(tokens) && !this.tiered.has(id)) {
      this.database.prepare('INSERT OR REPLACE INTO tiers VALUES (?, ?)').run(id, tokens);
      this.tiered.add(id);
    }
    return id;
  }

  private readonly tiered = new Set<number>();
}

/** Like `isSearch`: records of a tool's web searches are not replies. */
const REPLIES = `count(*) - sum(web_searches > 0 AND input + output + cache_read + cache_write_5m + cache_write_1h = 0)`;

/** Recomputes the sums of sessions. Call within a transaction. */
export function sumSessions(database: Database, sessions: ReadonlySet<number>): void {
  const list = JSON.stringify([...sessions]);
  database.prepare('DELETE FROM slots WHERE session IN (SELECT value FROM json_each(?))').run(list);
  database
    .prepare(
      `INSERT INTO slots
       SELECT session, ${QUARTER_OF_TIME}, replies.model,
         flags + 4 * (input + cache_read + cache_write_5m + cache_write_1h > ifnull(tiers.tokens, 9e15)) AS class,
         is_agent, is_gone, ${REPLIES}, sum(input), sum(output), sum(cache_read), sum(cache_write_5m),
         sum(cache_write_1h), sum(web_searches)
       FROM replies LEFT JOIN tiers ON tiers.model = replies.model
       WHERE session IN (SELECT value FROM json_each(?))
       GROUP BY 1, 2, 3, 4, 5, 6`,
    )
    .run(list);
}

/** Recomputes sums whose model's tier was changed by the user's own prices. */
export function applyTiers(database: Database, prices: Prices): void {
  const isStale = (row: Row): boolean => {
    const wanted = prices.threshold(String(row['text']));
    return row['tokens'] === null ? Number.isFinite(wanted) : Number(row['tokens']) !== wanted;
  };
  const models = () =>
    database.prepare(
      `SELECT names.id, names.text, tiers.tokens FROM (SELECT DISTINCT model FROM slots) AS used
       JOIN names ON names.id = used.model LEFT JOIN tiers ON tiers.model = used.model`,
    );
  if (!models().all().some(isStale)) return;
  database.transaction(() => {
    for (const row of models().all().filter(isStale)) {
      const tokens = prices.threshold(String(row['text']));
      database.prepare('DELETE FROM tiers WHERE model = ?').run(row['id'] ?? null);
      if (Number.isFinite(tokens)) database.prepare('INSERT INTO tiers VALUES (?, ?)').run(row['id'] ?? null, tokens);
    }
    const all = database.prepare('SELECT DISTINCT session FROM replies').all();
    sumSessions(database, new Set(all.map((row) => Number(row['session']))));
  });
}
