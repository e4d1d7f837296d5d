#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { generate } from './generate.mjs';
import { inMb, inMs, interleaved, median, report, runNode, sessionFilesIn, UNSPOOL } from './measure.mjs';

// Edits of one session of 200 MB against the minimum work: copying the file. RUNS=n sets the number of rounds.
const runs = Number(process.env.RUNS ?? 5);
const folder = join(tmpdir(), 'unspool-bench-edit-200mb');
if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb: 200, seed: 3, single: true });
const [file] = sessionFilesIn(folder);
// Edits refuse a session that was just written.
utimesSync(file, new Date(0), new Date(0));
const home = mkdtempSync(join(tmpdir(), 'unspool-bench-home-'));
// A copy, so that a build during the run does not remove the command.
const built = join(home, 'built');
cpSync(dirname(UNSPOOL), built, { recursive: true });
const cpu = {};

const editing = (command, ...options) => [
  process.execPath,
  join(built, basename(UNSPOOL)),
  command,
  file,
  ...options,
  '--json',
];
const commands = {
  cp: ['cp', file, join(dirname(file), 'copy.jsonl')],
  node: [process.execPath, '-e', '0'],
  clone: editing('clone'),
  strip: editing('strip', '--preset', 'standard'),
};
const env = { UNSPOOL_HOME: home, CLAUDE_CONFIG_DIR: folder };
const jobs = Object.fromEntries(Object.keys(commands).map((name) => [name, () => runJob(name)]));
for (const job of Object.values(jobs)) job();
for (const times of Object.values(cpu)) times.length = 0;
const wall = interleaved(jobs, runs);
const processor = Object.fromEntries(Object.entries(cpu).map(([name, times]) => [name, median(times)]));
for (const name of ['clone', 'strip']) {
  const { peakMb } = runNode(commands[name].slice(1), { env });
  clear();
  report(`PEAK MEMORY ${name} (at most 180)`, inMb(peakMb));
}
rmSync(home, { recursive: true });

for (const name of Object.keys(jobs))
  report(name === 'node' ? 'a bare node' : name, `${inMs(wall[name])}, of the processor ${inMs(processor[name])}`);
ratio('clone', 8);
ratio('strip', 14);

function ratio(name, target) {
  const [byWall, byProcessor] = [wall, processor].map((ms) => (ms[name] / ms.cp).toFixed(1));
  report(`RATIO ${name} / cp (at most ${target})`, `${byWall}, by processor time ${byProcessor}`);
}

/** The shell reports its children's processor time, which stays meaningful on a busy machine. */
function runJob(name) {
  const script = '"$@" > /dev/null || exit 1; times';
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', ...commands[name]], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${name} failed:\n${stderr}`);
  const children = stdout.trim().split('\n').at(-1);
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + m * 60 + Number(s), 0);
  cpu[name] = [...(cpu[name] ?? []), seconds * 1000];
  clear();
}

function clear() {
  for (const other of sessionFilesIn(folder)) if (other !== file) rmSync(other);
}
