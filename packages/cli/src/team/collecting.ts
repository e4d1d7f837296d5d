import { join } from 'node:path';
import { dataFolder } from '@unspool/store';
import {
  type Collected,
  collect,
  type Membership,
  type Pushed,
  pushQueue,
  Queue,
  queueFolder,
  readRules,
  teamFolder,
} from '@unspool/team';
import type { Io } from '../io.js';
import { clientSessions } from '../session/find.js';
import { joinedTeam } from './as-user.js';

export function queueOf(io: Io): Queue {
  return new Queue(queueFolder(teamFolder(dataFolder(io))));
}

export function lockFile(io: Io): string {
  return join(teamFolder(dataFolder(io)), 'lock');
}

/** Brings the queue up to date with this machine's sessions and rules. */
export function collectAll({ salt }: Pick<Membership, 'salt'>, queue: Queue, io: Io): Collected[] {
  const { sessions } = clientSessions(io);
  const { home, platform, now } = io;
  const rules = readRules(dataFolder(io));
  return [...collect({ sessions, rules, queue, salt, home, platform, now })];
}

export async function collectAndPush(io: Io): Promise<{ redacted: number; pushed: Pushed }> {
  const { membership, client } = joinedTeam(io);
  const queue = queueOf(io);
  const collected = collectAll(membership, queue, io);
  const { home, platform } = io;
  const pushed = await pushQueue({ queue, client, person: membership.person, home, platform, now: Date.now });
  return { redacted: collected.reduce((sum, each) => sum + each.redacted, 0), pushed };
}
