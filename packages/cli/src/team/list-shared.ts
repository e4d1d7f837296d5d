import { shortId } from '@unspool/session/show';
import type { SharedSession } from '@unspool/team';
import type { Io } from '../io.js';
import { rowLimitOf } from '../ls/row-limit.js';
import { colours } from '../terminal/colour.js';
import { givenTime } from '../terminal/given-time.js';
import { safeLine } from '../terminal/safe.js';
import { table } from '../terminal/table.js';
import { when } from '../terminal/times.js';
import { fit } from '../terminal/width.js';
import { asUser, joinedTeam } from './as-user.js';

export interface ListSharedOptions {
  project?: string;
  since?: string;
  limit?: string;
  json?: boolean;
}

/** Lists the sessions that the team shares, newest last like `ls`. */
export function listShared({ project, since, limit, json }: ListSharedOptions, io: Io): Promise<number> {
  return asUser(async () => {
    const from = since === undefined ? undefined : Math.max(0, givenTime(since, io.now));
    const most = rowLimitOf(limit);
    const { client, membership } = joinedTeam(io);
    const sessions: SharedSession[] = [];
    for await (const session of client.sessions({ project, since: from })) {
      if (sessions.push(session) >= most) break;
    }
    sessions.reverse();
    if (json) io.out(`${JSON.stringify(sessions.map(asJson), null, 2)}\n`);
    else if (sessions.length > 0) io.out(asTable(sessions, io));
    else if (membership.role === 'viewer') io.err('A viewer sees numbers only: unspool usage --team\n');
    else io.err('Nothing is shared with you yet.\n');
    return 0;
  });
}

function asTable(sessions: readonly SharedSession[], io: Io): string {
  const paint = colours(io.hasColour);
  const rows = sessions.map(({ owner, session, title, project, endedAt, turns, visibility }) => [
    shortId(session),
    safeLine(owner),
    visibility === 'metrics' ? '(numbers only)' : safeLine(title) || '(untitled)',
    fit(safeLine(project), PROJECT_WIDTH),
    endedAt === 0 ? '' : when(endedAt, io.now),
    turns === 0 ? '' : String(turns),
  ]);
  const columns = [
    { head: 'id', paint: paint.dim },
    { head: 'person' },
    { head: 'title', isFlexible: true, paint: paint.bold },
    { head: 'project', paint: paint.cyan, leaves: 2 },
    { head: 'when' },
    { head: 'turns', isRight: true, leaves: 3 },
  ];
  return table(columns, rows, io.columns);
}

const PROJECT_WIDTH = 20;

function asJson({
  owner,
  session,
  title,
  project,
  visibility,
  startedAt,
  endedAt,
  turns,
  branch,
  copyOf,
}: SharedSession) {
  const time = (ms: number) => (ms === 0 ? null : new Date(ms).toISOString());
  return {
    sessionId: session,
    person: owner,
    title,
    project,
    visibility,
    branch,
    startedAt: time(startedAt),
    endedAt: time(endedAt),
    turns,
    copyOf: copyOf === '' ? null : copyOf,
  };
}
