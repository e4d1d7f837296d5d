import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { say } from '../scripts/ready.mjs';

const OFFLINE = 'UNSPOOL_CONFORMANCE_OFFLINE';

/** Whether this process runs without a network. */
export const isOffline = Boolean(process.env[OFFLINE]);

/** Runs a script again with no network except loopback. Returns its exit code. */
export function runOffline(script) {
  const self = [process.execPath, fileURLToPath(script), ...process.argv.slice(2)];
  const options = { stdio: 'inherit', env: { ...process.env, [OFFLINE]: '1' } };
  const inside = ['-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  if (spawnSync('unshare', [...inside, 'true']).status === 0) {
    return spawnSync('unshare', [...inside, ...self], options).status ?? 1;
  }
  say('note: no network namespace can be made here; only their settings keep the clients from the network');
  return spawnSync(self[0], self.slice(1), options).status ?? 1;
}
