// Adds one to two numbers in a file, again and again, each time under the lock. Without it some would be lost.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { waitForLock } from '../../dist/state/lock.js';

const [folder, counter, times] = process.argv.slice(2);
for (let done = 0; done < Number(times); ) {
  const lock = waitForLock(folder, { staleMs: 20_000, now: Date.now, waitMs: 20_000 });
  if (!lock) throw new Error('no lock in 20 s');
  const [first, second] = readFileSync(counter, 'utf8').split(' ').map(Number);
  if (first !== second) throw new Error(`somebody was in between: ${first} ${second}`);
  writeFileSync(`${counter}.${process.pid}`, `${first + 1} ${second + 1}`);
  renameSync(`${counter}.${process.pid}`, counter);
  lock.release();
  done++;
}
