import { shortId } from '@unspool/session/show';
import { dataFolder } from '@unspool/store';
import { membershipOf, readRules, TeamClient, TeamFailure, waitingBytes } from '@unspool/team';
import type { Io } from '../io.js';
import { plural, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { queueOf } from './collecting.js';

/** Shows what is shared, what is queued, and what could not be sent. */
export async function status({ json }: { json?: boolean }, io: Io): Promise<number> {
  const membership = membershipOf(dataFolder(io));
  const rules = readRules(dataFolder(io));
  const sessions = queueOf(io).all();
  const queued = sessions.filter((session) => !session.isWithdrawn && waitingBytes(session) > 0);
  const failed = sessions.flatMap(({ sessionId, problem, refused, isWithdrawn }) => {
    const why = isWithdrawn ? undefined : (problem ?? refused);
    return why === undefined ? [] : [{ sessionId, problem: why }];
  });
  const answers = membership && (await answerOf(new TeamClient(membership.url, membership.token)));
  const shared = {
    sessions: sessions.filter(({ isWithdrawn }) => !isWithdrawn).length,
    withdrawn: sessions.filter(({ isWithdrawn }) => isWithdrawn).length,
    redacted: sessions.reduce((sum, each) => sum + each.redacted, 0),
  };
  const waiting = { sessions: queued.length, bytes: queued.reduce((sum, each) => sum + waitingBytes(each), 0) };
  if (json) {
    const { url, team, person, role, device } = membership ?? {};
    const member = membership ? { url, team, person, role, device } : null;
    io.out(`${JSON.stringify({ member, service: answers ?? null, rules, shared, waiting, failed }, null, 2)}\n`);
    return 0;
  }
  if (!membership) io.out('This machine is not part of a team.\n');
  else
    io.out(
      `${safeLine(membership.person)} (${membership.role}) in ${safeLine(membership.team)} at ${membership.url}\n`,
    );
  if (answers) io.out(`  service   ${answers}\n`);
  for (const { match, as, isNever, isUnredacted } of rules) {
    io.out(`  rule      ${safeLine(match)}: ${isNever ? 'never' : as}${isUnredacted ? ', with secrets' : ''}\n`);
  }
  if (rules.length === 0) io.out('  rule      none: everything is private\n');
  io.out(`  shared    ${plural(shared.sessions, 'session')}, ${plural(shared.redacted, 'secret')} replaced\n`);
  io.out(
    `  waiting   ${waiting.sessions === 0 ? 'nothing' : `${plural(waiting.sessions, 'session')}, ${shortSize(waiting.bytes)}`}\n`,
  );
  for (const { sessionId, problem } of failed) io.out(`  not sent  ${shortId(sessionId)}: ${safeLine(problem)}\n`);
  return 0;
}

async function answerOf(client: TeamClient): Promise<string> {
  try {
    await client.me();
    return 'answers';
  } catch (error) {
    if (!(error instanceof TeamFailure)) throw error;
    return error.message;
  }
}
