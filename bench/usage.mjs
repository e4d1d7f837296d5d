#!/usr/bin/env node
// `unspool usage` against ccusage, cat and a bare node, warm, in one run.
// CCUSAGE names ccusage's program. Without it, ccusage is installed in a temporary folder.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ccusageAt } from './ccusage.mjs';
import { generate } from './generate.mjs';
import { inMs, interleaved, judge, report, runNode, sessionFilesIn, UNSPOOL } from './measure.mjs';

const ccusage = ccusageAt();
const runs = Number(process.env.RUNS ?? 5);
const mb = Number(process.env.MB ?? 1000);

const many = corpus(`unspool-bench-usage-${mb}mb`, { mb, files: mb * 2, seed: 2 });
const one = corpus(`unspool-bench-usage-one-${mb / 5}mb`, { mb: mb / 5, files: 1, seed: 3, single: true });
const noIndex = mkdtempSync(join(tmpdir(), 'unspool-bench-none-'));
const indexed = process.env.UNSPOOL_HOME ?? join(tmpdir(), `unspool-bench-home-${mb}mb`);

console.log(`${mb} MB in ${sessionFilesIn(many).length} files`);
compare(
  'no index',
  { ccusage: 0.5, cat: 2 },
  {
    unspool: () => unspool(many, noIndex, ['usage']),
    ccusage: () => program(ccusage, ['daily', '--json', '--offline'], many),
    cat: () => program('sh', ['-c', `find ${many}/ -name '*.jsonl' -exec cat {} + > /dev/null`], many),
  },
);
judge('  peak memory', peakOf(many, noIndex), 120, 'MB');
compare(
  'one huge session, no index',
  { ccusage: 0.35 },
  {
    unspool: () => unspool(one, noIndex, ['usage']),
    ccusage: () => program(ccusage, ['daily', '--json', '--offline'], one),
  },
);
unspool(many, indexed, ['index', '--no-archive']);
// Once an hour, a command also archives. For two seconds it checks recently written files more closely.
unspool(many, indexed, ['usage']);
await new Promise((resolve) => setTimeout(resolve, 2500));
compare(
  'index, nothing appended',
  { node: 5 },
  {
    unspool: () => unspool(many, indexed, ['usage']),
    node: () => program(process.execPath, ['-e', '0'], many),
  },
);
const [file] = sessionFilesIn(many);
const line = readFileSync(file, 'utf8').split('\n', 1)[0];
compare(
  'index, one line appended',
  { ccusage: 0.12 },
  {
    unspool: () => {
      appendFileSync(file, `${line}\n`);
      unspool(many, indexed, ['usage']);
    },
    ccusage: () => program(ccusage, ['daily', '--json', '--offline'], many),
  },
);

/** `targets`: the allowed ratio to the time of each other command. */
function compare(title, targets, jobs) {
  if (!ccusage) delete jobs.ccusage;
  for (const job of Object.values(jobs)) job();
  const ms = interleaved(jobs, runs);
  console.log(`\n${title}`);
  for (const [name, time] of Object.entries(ms)) {
    report(name, inMs(time));
    if (name !== 'unspool') judge(`  RATIO unspool / ${name}`, ms.unspool / time, targets[name]);
  }
}

function corpus(name, options) {
  const folder = join(tmpdir(), name);
  if (!existsSync(join(folder, 'truth.json'))) generate(folder, options);
  return folder;
}

function unspool(folder, home, args) {
  return program(process.execPath, [UNSPOOL, ...args], folder, { UNSPOOL_HOME: home });
}

function program(command, args, folder, env = {}) {
  const child = spawnSync(command, args, {
    env: { ...process.env, CLAUDE_CONFIG_DIR: folder, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${child.status}`);
}

function peakOf(folder, home) {
  return runNode([UNSPOOL, 'usage'], { env: { CLAUDE_CONFIG_DIR: folder, UNSPOOL_HOME: home } }).peakMb;
}
