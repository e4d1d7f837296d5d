import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isSessionId } from '@unspool/session/locate';
import { dataFolder } from '@unspool/store';
import { addRule, type ShareRule, type Sharing, TeamFailure, withLock } from '@unspool/team';
import { realPathOf } from '../edit/move.js';
import type { Io } from '../io.js';
import { clientSessions } from '../session/find.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { joinedTeam } from './as-user.js';
import { lockFile, queueOf } from './collecting.js';

export interface ShareOptions {
  as?: string;
  never?: boolean;
  redact?: boolean;
  json?: boolean;
}

const AS: readonly string[] = ['team', 'metrics', 'own', 'private'] satisfies Sharing[];

/** Adds a rule. Nothing is sent until the next push. */
export async function share(target: string | undefined, options: ShareOptions, io: Io): Promise<number> {
  joinedTeam(io);
  const { as = 'team', never = false } = options;
  if (!AS.includes(as)) {
    throw new UserError(`Cannot share sessions as "${as}".`, {
      hint: `Use one of: ${AS.join(', ')}.`,
      isUsage: true,
    });
  }
  const rule: ShareRule = {
    match: matchOf(target, io),
    as: never ? 'private' : (as as Sharing),
    ...(never && { isNever: true }),
    ...(options.redact === false && { isUnredacted: true }),
  };
  const rules = addRule(dataFolder(io), rule);
  if (rule.as !== 'private' && isSessionId(rule.match)) await shareAgain(rule.match, io);
  if (options.json) io.out(`${JSON.stringify({ rule, rules }, null, 2)}\n`);
  else {
    const what = never ? 'is never shared' : rule.as === 'private' ? 'is private' : `is shared as ${rule.as}`;
    io.out(`${safeLine(rule.match)} ${what}${rule.isUnredacted ? ', with its secrets' : ''}.\n`);
    io.err('See what would be sent with: unspool team push --dry-run\n');
  }
  return 0;
}

/** A withdrawn session is pushed again only if its owner names it explicitly. */
async function shareAgain(sessionId: string, io: Io): Promise<void> {
  await withLock(lockFile(io), async () => {
    const queue = queueOf(io);
    const known = queue.get(sessionId);
    if (!known || (!known.isWithdrawn && (await isShared(sessionId, io)))) return;
    const { isWithdrawn: _, ...session } = known;
    queue.put({ ...session, files: {}, described: '', isAgain: true });
  });
}

/** Whether the service still has it. An admin, or another of the owner's machines, may have withdrawn it. */
async function isShared(sessionId: string, io: Io): Promise<boolean> {
  const { client, membership } = joinedTeam(io);
  try {
    const { sessions } = await client.page({ person: membership.person, id: sessionId });
    return sessions.length > 0;
  } catch (error) {
    if (error instanceof TeamFailure) return true;
    throw error;
  }
}

/** The rule's match: a session by its id or the start of it; otherwise a folder, a project's name or a glob. Default: this folder. */
function matchOf(target: string | undefined, io: Io): string {
  if (target === undefined) return realPathOf(io.cwd);
  if (target.trim() === '') throw new UserError('--project is empty.', { isUsage: true });
  if (isSessionId(target)) return target.toLowerCase();
  if (/^[0-9a-f]{6,}[0-9a-f-]*$/.test(target)) {
    const found = clientSessions(io).sessions.filter(({ sessionId }) => sessionId.startsWith(target));
    if (found.length === 1 && found[0]) return found[0].sessionId;
  }
  if (!target.includes('*') && (/[\\/]/.test(target) || target === '.') && existsSync(resolve(io.cwd, target))) {
    return realPathOf(resolve(io.cwd, target));
  }
  return target;
}
