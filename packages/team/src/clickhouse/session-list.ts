import type { ListQuestion, ListScope, SessionGroup, SharedSession } from '../contract/model.js';
import { isAfter, placeOf } from '../contract/place.js';
import { textOf } from './binary-json.js';
import type { Parameters } from './clickhouse.js';
import type { ServerGroup } from './server-group.js';
import { shown } from './session-rows.js';
import { IS_MAIN, keyOfRow, type SmallTables } from './small-tables.js';

interface Source {
  servers: ServerGroup;
  tables: SmallTables;
}

/** A page of the sessions that somebody may list, newest first. Reads the candidates only, however many sessions there are. */
export async function listSessions(question: ListQuestion, { servers, tables }: Source): Promise<SharedSession[]> {
  const page: SharedSession[] = [];
  let after = question.after;
  for (;;) {
    const { sql, parameters } = candidates({ ...question, after });
    const answers = await servers.everywhere((server) => server.query(sql, parameters));
    const keys = new Map(
      answers.flat().map((row) => [keyOfRow(row), { owner: String(row['owner']), session: String(row['session']) }]),
    );
    // A server may lag behind. The newest row decides, wherever it is.
    const found = await Promise.all([...keys.values()].map((key) => tables.visible(key)));
    const sessions = found
      .flatMap((each) => (each && isWanted(each.session, question) ? [shown(each.session)] : []))
      .filter((session) => after === undefined || isAfter(session, after))
      .sort((a, b) => (isAfter(b, a) ? -1 : 1));
    // What comes after the last row of a full answer is not known yet.
    const ends = answers.flatMap((rows) => {
      const last = rows.length >= question.limit ? rows.at(-1) : undefined;
      const key = { owner: String(last?.['owner']), session: String(last?.['session']) };
      return last ? [{ ...key, endedAt: Number(last['last']) }] : [];
    });
    const end = ends.reduce((a, b) => (a === undefined || isAfter(a, b) ? b : a), ends[0]);
    page.push(...sessions.filter((session) => end === undefined || !isAfter(session, end)));
    if (page.length >= question.limit || end === undefined) return page.slice(0, question.limit);
    after = placeOf(end);
  }
}

/** How many sessions there are by person, project and time. Like all sums, it may lag by a moment. */
export async function groupSessions(
  { scope, times }: { scope: ListScope; times: readonly number[] },
  servers: ServerGroup,
): Promise<SessionGroup[]> {
  const reached = times.map((_, at) => `(last >= {t${at}:UInt64})`).join(' + ') || '0';
  const parameters: Parameters = Object.fromEntries(times.map((time, at) => [`t${at}`, time]));
  const rows = await servers.any((server) =>
    server.query(
      `SELECT owner, name, ${reached} AS reached, count() AS number FROM (
         SELECT owner, session, argMax(epoch, version) AS latest, argMax(ended, version) AS last, argMax(project, version) AS name
         FROM sessions GROUP BY owner, session HAVING ${inScope(scope)})
       WHERE (owner, session, latest) IN (SELECT owner, session, epoch FROM marks WHERE ${IS_MAIN})
       GROUP BY owner, name, reached`,
      { ...parameters, me: scope.person },
    ),
  );
  return rows.map((row) => ({
    person: String(row['owner']),
    project: textOf(String(row['name'])),
    reached: Number(row['reached']),
    count: Number(row['number']),
  }));
}

function inScope({ isAll }: ListScope): string {
  const own = "(owner = {me:String} AND argMax(shown, version) != '')";
  return isAll ? `(argMax(shown, version) IN ('team', 'metrics') OR ${own})` : own;
}

function candidates({ scope, person, project, since, id, after, limit }: ListQuestion) {
  const where = [
    ...(person === undefined ? [] : ['owner = {person:String}']),
    ...(id === undefined ? [] : ['startsWith(session, {id:String})']),
  ];
  const having = [
    inScope(scope),
    ...(project === undefined ? [] : ['lowerUTF8(argMax(project, version)) = {project:String}']),
    ...(since === undefined ? [] : ['last >= {since:UInt64}']),
    ...(after === undefined
      ? []
      : [
          '(last < {at:UInt64} OR (last = {at:UInt64} AND (owner > {owner:String} OR (owner = {owner:String} AND session > {session:String}))))',
        ]),
  ];
  return {
    sql: `SELECT owner, session, argMax(ended, version) AS last FROM sessions
      ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} GROUP BY owner, session HAVING ${having.join(' AND ')}
      ORDER BY last DESC, owner, session LIMIT ${limit}`,
    parameters: {
      me: scope.person,
      ...(person !== undefined && { person: person.toLowerCase() }),
      ...(id !== undefined && { id }),
      ...(project !== undefined && { project: project.toLowerCase() }),
      ...(since !== undefined && { since }),
      ...(after !== undefined && { at: after.endedAt, owner: after.owner, session: after.session }),
    },
  };
}

/** Whether a session still is what was asked for. Candidates of a lagging server may not be. */
function isWanted(session: SharedSession, { scope, person, project, since }: ListQuestion): boolean {
  const isSeen = session.owner === scope.person || (scope.isAll && session.visibility !== 'own');
  return (
    isSeen &&
    (person === undefined || session.owner === person.toLowerCase()) &&
    (project === undefined || session.project.toLowerCase() === project.toLowerCase()) &&
    (since === undefined || session.endedAt >= since)
  );
}

/** Some sessions that are not withdrawn, complete or not. */
export async function begunSessions(
  question: { owner: string } | { before: number },
  limit: number,
  { servers, tables }: Source,
): Promise<SharedSession[]> {
  const isOfOne = 'owner' in question;
  const ended = 'if(argMax(ended, version) > 0, argMax(ended, version), max(version))';
  const rows = await servers.queryAll(
    `SELECT owner, session FROM sessions ${isOfOne ? 'WHERE owner = {owner:String}' : ''} GROUP BY owner, session
     HAVING argMax(shown, version) != ''${isOfOne ? '' : ` AND ${ended} < {before:UInt64}`}
     ORDER BY owner, session LIMIT ${limit}`,
    { ...question },
  );
  const keys = new Map(
    rows.map((row) => [keyOfRow(row), { owner: String(row['owner']), session: String(row['session']) }]),
  );
  const found = await Promise.all([...keys.values()].map((key) => tables.stored(key)));
  const isOld = ({ endedAt, version }: SharedSession) => isOfOne || (endedAt || version) < question.before;
  return found.flatMap((each) => (each && !each.isWithdrawn && !each.isForgotten && isOld(each) ? [shown(each)] : []));
}
