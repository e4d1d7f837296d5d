#!/usr/bin/env node
// Commands that read no session, against a bare node.
import { spawnSync } from 'node:child_process';
import { inMs, interleaved, judge, report, UNSPOOL } from './measure.mjs';

const run = (args) => () => {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}:\n${stderr}`);
};
const ms = interleaved(
  {
    'node -e 0': run(['-e', '0']),
    'unspool --version': run([UNSPOOL, '--version']),
    'unspool --help': run([UNSPOOL, '--help']),
    'unspool ls --help': run([UNSPOOL, 'ls', '--help']),
  },
  Number(process.env.RUNS ?? 21),
);
for (const [name, time] of Object.entries(ms)) {
  report(name, inMs(time));
  if (name !== 'node -e 0') judge('  RATIO to node', time / ms['node -e 0'], 5);
}
