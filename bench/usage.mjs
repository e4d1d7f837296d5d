#!/usr/bin/env node
// `unspool usage` against ccusage, cat and a bare node, warm, in one run.
// CCUSAGE names ccusage's program: npm i ccusage@20.0.24 in a folder of its own, then node_modules/.bin/ccusage.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from './generate.mjs';
import { inMb, inMs, interleaved, report, sessionFilesIn } from './measure.mjs';

const CLI = new URL('../packages/cli/dist/unspool.js', import.meta.url).pathname;
const ccusage = process.env.CCUSAGE;
const runs = Number(process.env.RUNS ?? 5);
const mb = Number(process.env.MB ?? 1000);

const many = corpus(`unspool-bench-usage-${mb}mb`, { mb, files: mb * 2, seed: 2 });
const one = corpus(`unspool-bench-usage-one-${mb / 5}mb`, { mb: mb / 5, files: 1, seed: 3, single: true });
const noIndex = mkdtempSync(join(tmpdir(), 'unspool-bench-home-'));
const indexed = process.env.UNSPOOL_HOME ?? mkdtempSync(join(tmpdir(), 'unspool-bench-home-'));

console.log(`${mb} MB in ${sessionFilesIn(many).length} files`);
compare('no index', many, {
  unspool: () => unspool(many, noIndex, ['usage']),
  ...(ccusage && { ccusage: () => program(ccusage, ['daily', '--json', '--offline'], many) }),
  cat: () => program('sh', ['-c', `find ${many}/ -name '*.jsonl' -exec cat {} + > /dev/null`], many),
});
compare('one huge session, no index', one, {
  unspool: () => unspool(one, noIndex, ['usage']),
  ...(ccusage && { ccusage: () => program(ccusage, ['daily', '--json', '--offline'], one) }),
});
unspool(many, indexed, ['index']);
compare('index, nothing appended', many, {
  unspool: () => unspool(many, indexed, ['usage']),
  node: () => program(process.execPath, ['-e', '0'], many),
});
const [file] = sessionFilesIn(many);
const line = readFileSync(file, 'utf8').split('\n', 1)[0];
compare('index, one line appended', many, {
  unspool: () => {
    appendFileSync(file, `${line}\n`);
    unspool(many, indexed, ['usage']);
  },
  ...(ccusage && { ccusage: () => program(ccusage, ['daily', '--json', '--offline'], many) }),
});

function compare(title, folder, jobs) {
  for (const job of Object.values(jobs)) job();
  const ms = interleaved(jobs, runs);
  console.log(`\n${title}`);
  for (const [name, time] of Object.entries(ms)) {
    report(name, inMs(time));
    if (name !== 'unspool') report(`  RATIO unspool / ${name}`, (ms.unspool / time).toFixed(2));
  }
  report('peak memory of unspool', inMb(peakOf(folder, title.startsWith('index') ? indexed : noIndex)));
}

function corpus(name, options) {
  const folder = join(tmpdir(), name);
  if (!existsSync(join(folder, 'truth.json'))) generate(folder, options);
  return folder;
}

function unspool(folder, home, args) {
  return program(process.execPath, [CLI, ...args], folder, { UNSPOOL_HOME: home });
}

function program(command, args, folder, env = {}) {
  const child = spawnSync(command, args, {
    env: { ...process.env, CLAUDE_CONFIG_DIR: folder, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${child.status}`);
}

function peakOf(folder, home) {
  const script = `process.on('exit', () => require('fs').writeSync(2, '\\npeak ' + process.resourceUsage().maxRSS)); process.argv[1] = ${JSON.stringify(CLI)}; process.argv.push('usage'); import(${JSON.stringify(CLI)});`;
  const child = spawnSync(process.execPath, ['-e', script, CLI], {
    env: { ...process.env, CLAUDE_CONFIG_DIR: folder, UNSPOOL_HOME: home },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return Number(/peak (\d+)/.exec(child.stderr)?.[1] ?? Number.NaN) / 1024;
}
