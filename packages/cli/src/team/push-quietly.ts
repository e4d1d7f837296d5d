import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { dataFolder } from '@unspool/store';
import { membershipOf, TeamFailure, withLock } from '@unspool/team';
import type { Io } from '../io.js';
import { collectAndPush, lockFile } from './collecting.js';

/**
 * Sends what is shared, for hooks after each turn. Prints nothing, and offline everything stays queued. If another push
 * is running, that one repeats, so that what was written after it collected does not wait for the next turn.
 */
export async function pushQuietly(io: Io): Promise<void> {
  if (!membershipOf(dataFolder(io))) return;
  const lock = lockFile(io);
  const again = `${lock}.again`;
  makeFolder(dirname(lock));
  writeFileSync(again, '');
  try {
    while (existsSync(again)) {
      await withLock(lock, () => {
        rmSync(again, { force: true });
        return collectAndPush(io);
      });
    }
  } catch (error) {
    if (!(error instanceof TeamFailure)) throw error;
  }
}
