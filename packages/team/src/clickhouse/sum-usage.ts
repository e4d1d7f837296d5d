import type { UsageQuestion, UsageRow } from '../contract/model.js';
import { textOf } from './binary-json.js';
import type { Row } from './clickhouse.js';
import type { ServerGroup } from './server-group.js';
import { keyOfRow, type SmallTables } from './small-tables.js';

/** Sums the replies of all sessions that are shared with the team, at least as numbers. */
export async function sumUsage(
  { since, until, timeZone }: UsageQuestion,
  { servers, tables }: { servers: ServerGroup; tables: SmallTables },
): Promise<UsageRow[]> {
  const conditions = [MEASURED];
  if (since !== undefined) conditions.push('time >= {since:UInt64}');
  if (until !== undefined) conditions.push('time <= {until:UInt64}');
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const rows = await servers.any((server) =>
    server.query(
      `SELECT substring(toString(toDateTime(time), {timeZone:String}), 1, 10) AS on_day, owner, session, epoch, person,
         project, model, fast, us, over, agent, count() AS replies, sum(input) AS input_sum,
         sum(output) AS output_sum, sum(cache_read) AS read_sum, sum(cache_write_5m) AS write_5m_sum,
         sum(cache_write_1h) AS write_1h_sum, sum(web_searches) AS web_sum
       FROM (SELECT * FROM replies WHERE ${conditions.join(' AND ')}
         ORDER BY key, copy, output DESC, version LIMIT 1 BY key)
       GROUP BY on_day, owner, session, epoch, person, project, model, fast, us, over, agent`,
      {
        timeZone,
        ...(since !== undefined && { since: seconds(since) }),
        ...(until !== undefined && { until: seconds(until) }),
      },
    ),
  );
  const measured = await tables.measured();
  return rows.flatMap((row) => (measured.get(keyOfRow(row)) === Number(row['epoch']) ? [usageRowOf(row)] : []));
}

/** Excludes replies of withdrawn sessions before copies are merged; otherwise one could replace the copy of another session. */
const MEASURED = `(owner, session, epoch) GLOBAL IN (SELECT owner, session, epoch FROM (SELECT owner, session, epoch, shown
  FROM sessions ORDER BY version DESC LIMIT 1 BY owner, session) WHERE shown IN ('team', 'metrics'))`;

function usageRowOf(row: Row): UsageRow {
  const number = (name: string) => Number(row[name]);
  return {
    day: String(row['on_day']),
    person: String(row['person']),
    project: textOf(String(row['project'])),
    model: textOf(String(row['model'])),
    isFast: number('fast') === 1,
    isUs: number('us') === 1,
    isOver: number('over') === 1,
    isAgent: number('agent') === 1,
    replies: number('replies'),
    input: number('input_sum'),
    output: number('output_sum'),
    cacheRead: number('read_sum'),
    cacheWrite5m: number('write_5m_sum'),
    cacheWrite1h: number('write_1h_sum'),
    webSearches: number('web_sum'),
  };
}
