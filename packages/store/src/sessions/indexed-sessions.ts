import { replyOfSearch } from '@unspool/session/facts';
import { notedTitleOf } from '@unspool/session/locate';
import { modelNames, rowsOf, type SlotRow, usageOfSlot } from '../ledger/ledger-usage.js';
import type { Database } from '../sqlite/database.js';
import type { Prices } from '../usage/prices.js';
import { newSum, type Sum } from '../usage/sum.js';
import type { SessionRef } from '../usage/usage.js';
import { UsageTally } from '../usage/usage-tally.js';

/** What the index knows about a session: enough for a list. */
export interface IndexedSession {
  /** Its number in the index. */
  number: number;
  /** Its main file, whether it exists or not. */
  main: string;
  sessionId: string;
  slug: string;
  cwd: string | undefined;
  /** The repository of its folder if that is a worktree, else the folder. */
  repo: string | undefined;
  title: string | undefined;
  branch: string | undefined;
  turns: number;
  /** Milliseconds. */
  started: number | undefined;
  ended: number | undefined;
  /** The agent, if not Claude Code. */
  client: string | undefined;
  /** Size of the main file; undefined if there is none. */
  file: { size: number; mtimeMs: number; isRead: boolean } | undefined;
  agents: number;
  /** No transcript is left, on disk or in the archive. */
  isGone: boolean;
  tags: string[];
  isPinned: boolean;
  /** Usage of the session and its sub-agents. */
  sum: Sum;
}

type SessionRow = [
  number: number,
  main: string,
  sessionId: string,
  slug: string,
  cwd: string | null,
  repo: string | null,
  title: string | null,
  branch: string | null,
  turns: number,
  started: number | null,
  ended: number | null,
  isGone: number,
  size: number | null,
  mtime: number | null,
  offset: number | null,
  agents: number,
  client: string | null,
];

/** All sessions in the index with their usage. Reads each table as one JSON text, which is faster than single rows. */
export function indexedSessions(database: Database, prices: Prices): IndexedSession[] {
  const sums = sumsOf(database, prices);
  const tags = new Map<string, string[]>();
  for (const row of database.prepare('SELECT session_id, tag FROM tags ORDER BY tag').all()) {
    const id = String(row['session_id']);
    tags.set(id, [...(tags.get(id) ?? []), String(row['tag'])]);
  }
  const pins = new Set(
    database
      .prepare('SELECT session_id FROM pins')
      .all()
      .map((row) => String(row['session_id'])),
  );
  const rows = rowsOf<SessionRow>(
    database,
    `SELECT json_group_array(json_array(sessions.id, main, session_id, slug, cwd, repo, title, branch, turns, started,
       ended, sessions.is_gone, own.size, own.mtime, own.offset, ifnull(agents.count, 0), client)) AS rows
     FROM sessions
     LEFT JOIN files AS own ON own.path = sessions.main AND own.is_gone = 0
     LEFT JOIN (SELECT session, count(*) AS count FROM files WHERE agent IS NOT NULL AND is_gone = 0 GROUP BY session)
       AS agents ON agents.session = sessions.id`,
  );
  return rows.map((row) => {
    const [number, main, sessionId, slug, cwd, repo, title, branch, turns, started, ended] = row;
    const [, , , , , , , , , , , isGone, size, mtime, offset, agents, client] = row;
    return {
      number,
      main,
      sessionId,
      slug,
      cwd: cwd ?? undefined,
      repo: repo ?? undefined,
      title: (isGone === 1 ? undefined : notedTitleOf(main)) ?? title ?? undefined,
      branch: branch ?? undefined,
      turns,
      started: started ?? undefined,
      ended: ended ?? undefined,
      client: client ?? undefined,
      file:
        size === null ? undefined : { size, mtimeMs: (mtime ?? 0) / 1000, isRead: mtime !== 0 || (offset ?? 0) > 0 },
      agents,
      isGone: isGone === 1,
      tags: tags.get(sessionId) ?? [],
      isPinned: pins.has(sessionId),
      sum: sums.get(number) ?? newSum(),
    };
  });
}

/** The sessions in which a call failed. */
export function sessionsWithErrors(database: Database): Set<number> {
  const rows = database
    .prepare('SELECT DISTINCT session FROM files WHERE id IN (SELECT DISTINCT file FROM docs WHERE is_error = 1)')
    .all();
  return new Set(rows.map((row) => Number(row['session'])));
}

/** A reply that is not billed by its tokens alone. */
export interface SpecialReply {
  /** Its `message.id`. */
  key: string;
  isFast: boolean;
  isUs: boolean;
  webSearches: number;
}

export function specialReplies(database: Database, session: number): SpecialReply[] {
  const rows = database
    .prepare('SELECT key, flags, web_searches FROM replies WHERE session = ? AND (flags > 0 OR web_searches > 0)')
    .all(session);
  return withSearches(
    rows.map((row) => ({
      key: String(row['key']),
      isFast: (Number(row['flags']) & 1) !== 0,
      isUs: (Number(row['flags']) & 2) !== 0,
      webSearches: Number(row['web_searches']),
    })),
  );
}

/** Adds the web searches of a reply's calls to the reply itself. */
export function withSearches(replies: readonly SpecialReply[]): SpecialReply[] {
  const byKey = new Map<string, SpecialReply>();
  for (const reply of replies) {
    const key = replyOfSearch(reply.key) ?? reply.key;
    const known = byKey.get(key) ?? { key, isFast: false, isUs: false, webSearches: 0 };
    byKey.set(key, {
      key,
      isFast: known.isFast || reply.isFast,
      isUs: known.isUs || reply.isUs,
      webSearches: known.webSearches + reply.webSearches,
    });
  }
  return [...byKey.values()];
}

const NOBODY: SessionRef = { sessionId: '', slug: '', cwd: () => undefined };

function sumsOf(database: Database, prices: Prices): Map<number, Sum> {
  const models = modelNames(database);
  const slots = rowsOf<SlotRow>(
    database,
    `SELECT json_group_array(json_array(session, -1, model, flags, 0, is_gone, replies, input, output, cache_read,
       cache_write_5m, cache_write_1h, web_searches)) AS rows
     FROM (SELECT session, model, flags, is_gone, sum(replies) AS replies, sum(input) AS input, sum(output) AS output,
         sum(cache_read) AS cache_read, sum(cache_write_5m) AS cache_write_5m, sum(cache_write_1h) AS cache_write_1h,
         sum(web_searches) AS web_searches
       FROM slots GROUP BY session, model, flags, is_gone)`,
  );
  const tallies = new Map<number, UsageTally>();
  for (const slot of slots) {
    const tally = tallies.get(slot[0]) ?? new UsageTally();
    tallies.set(slot[0], tally);
    tally.add(usageOfSlot(NOBODY, slot, models));
  }
  return new Map(
    [...tallies].map(([session, tally]) => {
      const sum = newSum();
      tally.addTo(sum, prices);
      return [session, sum] as const;
    }),
  );
}
