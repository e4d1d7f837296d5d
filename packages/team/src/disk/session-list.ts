import type { Database } from '@unspool/store';
import type { ListQuestion, ListScope, SessionGroup, SharedSession, Stored } from '../contract/model.js';

const ENDED = "json_extract(json, '$.endedAt')";
const IS_KEPT = "json_extract(json, '$.isWithdrawn') = 0";
const IS_COMPLETE = `EXISTS (SELECT 1 FROM marks WHERE marks.owner = sessions.owner AND marks.session = sessions.session
  AND file = 'project/' || sessions.session || '.jsonl' AND whole_bytes IS NOT NULL)`;

/** A page of the sessions that somebody may list, newest first. Follows an index, however many sessions there are. */
export function listSessions(database: Database, question: ListQuestion): SharedSession[] {
  const { scope, person, project, since, id, after, limit } = question;
  const conditions: string[] = [IS_KEPT, inScope(scope)];
  const values: (string | number)[] = [scope.person];
  const add = (condition: string, ...given: (string | number)[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (person !== undefined) add('owner = ?', person.toLowerCase());
  if (project !== undefined) {
    add(
      "(json_extract(json, '$.project') = ? OR lower(json_extract(json, '$.project')) = ?)",
      project,
      project.toLowerCase(),
    );
  }
  if (since !== undefined) add(`${ENDED} >= ?`, since);
  if (id !== undefined) add('substr(session, 1, length(?)) = ?', id, id);
  if (after) {
    // The first part lets SQLite start at the right place of the index.
    const { endedAt, owner, session } = after;
    add(`${ENDED} <= ?`, endedAt);
    add(`(${ENDED} < ? OR owner > ? OR (owner = ? AND session > ?))`, endedAt, owner, owner, session);
  }
  const rows = database
    .prepare(
      `SELECT json FROM sessions WHERE ${conditions.join(' AND ')} AND ${IS_COMPLETE}
       ORDER BY ${ENDED} DESC, owner, session LIMIT ?`,
    )
    .all(...values, limit);
  return rows.map((row) => JSON.parse(String(row['json'])) as SharedSession);
}

/** How many sessions there are by person, project and time. */
export function groupSessions(
  database: Database,
  { scope, times }: { scope: ListScope; times: readonly number[] },
): SessionGroup[] {
  const reached = times.map(() => `(${ENDED} >= ?)`).join(' + ') || '0';
  const rows = database
    .prepare(
      `SELECT owner, json_extract(json, '$.project') AS project, ${reached} AS reached, count(*) AS number
       FROM sessions WHERE ${IS_KEPT} AND ${inScope(scope)} AND ${IS_COMPLETE} GROUP BY 1, 2, 3`,
    )
    .all(...times, scope.person);
  return rows.map((row) => ({
    person: String(row['owner']),
    project: String(row['project']),
    reached: Number(row['reached']),
    count: Number(row['number']),
  }));
}

export function begunSessions(
  database: Database,
  question: { owner: string } | { before: number },
  limit: number,
): SharedSession[] {
  const [condition, value] =
    'owner' in question
      ? ['owner = ?', question.owner]
      : [`coalesce(nullif(${ENDED}, 0), json_extract(json, '$.version')) < ?`, question.before];
  const rows = database
    .prepare(`SELECT json FROM sessions WHERE ${IS_KEPT} AND ${condition} ORDER BY owner, session LIMIT ?`)
    .all(value, limit);
  return rows.map((row) => JSON.parse(String(row['json'])) as SharedSession);
}

export function storedBytes(database: Database, person: string | undefined): Stored[] {
  const [condition, values] = person === undefined ? ['', []] : ['AND sessions.owner = ?', [person]];
  const rows = database
    .prepare(
      `SELECT sessions.owner AS person, coalesce(sum(bytes), 0) AS bytes, count(DISTINCT sessions.session) AS sessions
       FROM sessions LEFT JOIN marks USING (owner, session) WHERE ${IS_KEPT} ${condition} GROUP BY 1`,
    )
    .all(...values);
  return rows.map((row) => ({
    person: String(row['person']),
    bytes: Number(row['bytes']),
    sessions: Number(row['sessions']),
  }));
}

function inScope({ isAll }: ListScope): string {
  return isAll ? "(owner = ? OR json_extract(json, '$.visibility') != 'own')" : 'owner = ?';
}
