import { join } from 'node:path';
import { type MadeSession, madeSessions } from '@unspool/session/edit';
import { dataFolder } from '@unspool/store';
import type { Io } from '../io.js';

/** Sessions that edits have made, by file. */
export function madeByEdits(io: Io): ReadonlyMap<string, MadeSession> {
  return madeSessions(join(dataFolder(io), 'journal'));
}
