// As count-under-lock.mjs: some take a session by its lock, as hooks do, some by claims, as a backfill does.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Claims } from '../../dist/state/claims.js';
import { waitForSession } from '../../dist/state/session-lock.js';
import { stateFilesOf } from '../../dist/state/session-state.js';
import { traceFolderIn } from '../../dist/state/trace-folder.js';

const [home, counter, times, how] = process.argv.slice(2);
const folder = traceFolderIn(home);
const claims = how === 'claim' ? new Claims(folder) : undefined;
for (let done = 0; done < Number(times); ) {
  const options = { staleMs: 20_000, now: Date.now, waitMs: 20_000, claims };
  const lock = waitForSession(stateFilesOf(folder, 'one.00000000'), options);
  if (!lock) throw new Error('no lock in 20 s');
  const [first, second] = readFileSync(counter, 'utf8').split(' ').map(Number);
  if (first !== second) throw new Error(`somebody was in between: ${first} ${second}`);
  writeFileSync(`${counter}.${process.pid}`, `${first + 1} ${second + 1}`);
  if (!lock.isHeld()) throw new Error('somebody took it from a living process');
  renameSync(`${counter}.${process.pid}`, counter);
  lock.release();
  done++;
}
claims?.close();
