import { join } from 'node:path';
import { dataFolder } from '@unspool/store';
import { type Collected, collect, type Membership, Queue, queueFolder, readRules, teamFolder } from '@unspool/team';
import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';

export function queueOf(io: Io): Queue {
  return new Queue(queueFolder(teamFolder(dataFolder(io))));
}

export function lockFile(io: Io): string {
  return join(teamFolder(dataFolder(io)), 'lock');
}

/** Brings the queue up to date with the sessions and the rules of this machine. */
export function collectAll({ salt }: Pick<Membership, 'salt'>, queue: Queue, io: Io): Collected[] {
  const { sessions } = allSessions(io);
  const { home, platform, now } = io;
  const rules = readRules(dataFolder(io));
  return [...collect({ sessions, rules, queue, salt, home, platform, now })];
}
