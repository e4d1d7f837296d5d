import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GIVEN_ENV } from './measure.mjs';

/** ccusage's program: CCUSAGE, or a copy installed in a temporary folder. Undefined if it cannot be installed. */
export function ccusageAt() {
  return process.env.CCUSAGE ?? installed('ccusage@20.0.24');
}

function installed(name) {
  const folder = join(tmpdir(), 'unspool-bench-ccusage');
  const command = join(folder, 'node_modules/.bin/ccusage');
  if (existsSync(command)) return command;
  mkdirSync(folder, { recursive: true });
  const { stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, name], {
    env: GIVEN_ENV,
    encoding: 'utf8',
  });
  if (existsSync(command)) return command;
  console.log(`Cannot install ccusage, so nothing is compared with it:\n${stderr}`);
  return undefined;
}
