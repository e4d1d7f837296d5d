import { readMeta, writeMeta } from '../indexing/meta.js';
import { rowsOf, sessionRefs } from '../ledger/ledger-usage.js';
import type { Database } from '../sqlite/database.js';
import type { Report } from '../usage/reports.js';
import { emptyUsage, isSearch } from '../usage/usage.js';
import { agentTypeOf } from './agent-types.js';
import { type StoredCauses, storedCauses } from './cause-ledger.js';
import { type CausedUsage, type CauseKind, type CauseOptions, causeReport } from './cause-report.js';

/** Replies per batch, since all replies of a large store would take hundreds of megabytes. */
const AT_ONCE = 20_000;

/** Reports what tools, skills or sub-agents cost from the ledger, including replies whose transcript is gone. */
export function ledgerCauses(kind: CauseKind, database: Database, options: CauseOptions): Report {
  return causeReport(kind, usagesIn(database), options);
}

type ReplyRow = [
  key: string, session: number, time: number | null, model: string, flags: number, tier: number, isAgent: number,
  isGone: number, input: number, output: number, cacheRead: number, cacheWrite5m: number, cacheWrite1h: number,
  webSearches: number, agent: string | null, causes: StoredCauses | null,
]; // biome-ignore format: as the columns below

function* usagesIn(database: Database): Generator<CausedUsage> {
  const sessions = sessionRefs(database);
  const facts = factsBySession(database);
  for (let last = ''; ; ) {
    const rows = rowsOf<ReplyRow>(
      database,
      `SELECT json_group_array(json_array(key, session, time, model, flags, tier, is_agent, is_gone, input, output,
         cache_read, cache_write_5m, cache_write_1h, web_searches, agent, json(parts))) AS rows
       FROM (SELECT replies.key, replies.session, time, names.text AS model, flags, is_agent, replies.is_gone, input, output,
           cache_read, cache_write_5m, cache_write_1h, web_searches, ifnull(tiers.tokens, 9e15) AS tier, files.agent AS agent,
           ifnull(causes.parts, (SELECT parts FROM causes AS other WHERE other.key = replies.key LIMIT 1)) AS parts
         FROM replies JOIN names ON names.id = replies.model LEFT JOIN tiers ON tiers.model = replies.model
           LEFT JOIN files ON files.id = replies.file
           LEFT JOIN causes ON causes.key = replies.key AND causes.file = replies.file
         WHERE replies.key > ? ORDER BY replies.key LIMIT ${AT_ONCE})`,
      last,
    );
    for (const row of rows) {
      const session = sessions.get(row[1]);
      if (session) yield causedUsage(row, emptyUsage(session), facts.get(row[1]) ?? new Map());
    }
    const end = rows.at(-1)?.[0];
    if (end === undefined) return;
    last = end;
  }
}

function causedUsage(row: ReplyRow, usage: CausedUsage['usage'], facts: ReadonlyMap<string, string>): CausedUsage {
  const [
    ,
    ,
    time,
    model,
    flags,
    tier,
    isAgent,
    isGone,
    input,
    output,
    cacheRead,
    write5m,
    write1h,
    web,
    agent,
    stored,
  ] = row;
  usage.input = input;
  usage.output = output;
  usage.cacheRead = cacheRead;
  usage.cacheWrite5m = write5m;
  usage.cacheWrite1h = write1h;
  usage.webSearches = web;
  if (isSearch(usage)) usage.replies = 0;
  usage.model = model;
  usage.isFast = (flags & 1) !== 0;
  usage.isUs = (flags & 2) !== 0;
  usage.isOver = input + cacheRead + write5m + write1h > tier;
  usage.time = time ?? Number.NaN;
  usage.isAgent = isAgent === 1;
  usage.isGone = isGone === 1;
  return {
    usage,
    causes: stored === null ? undefined : storedCauses(stored),
    agentType: isAgent === 1 ? agentTypeOf(agent, facts) : undefined,
  };
}

function factsBySession(database: Database): Map<number, Map<string, string>> {
  const all = new Map<number, Map<string, string>>();
  const rows = rowsOf<[number, string, string]>(
    database,
    'SELECT json_group_array(json_array(session, name, value)) AS rows FROM agent_facts',
  );
  for (const [session, name, value] of rows) {
    const known = all.get(session) ?? new Map<string, string>();
    all.set(session, known.set(name, value));
  }
  return all;
}

const CAUSES = 'causes';

/** Files that were indexed by an older version, which did not record where tokens came from. */
export function filesWithoutCauses(database: Database): number[] {
  if (readMeta(database, CAUSES) !== undefined) return [];
  const rows = rowsOf<number>(
    database,
    `SELECT json_group_array(id) AS rows FROM files
     WHERE is_gone = 0 AND offset > 0 AND state ->> '$.attribution' IS NULL`,
  );
  if (rows.length === 0) writeMeta(database, CAUSES, 'known');
  return rows;
}
