#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from './generate.mjs';
import { inMs, median, report, sessionFilesIn } from './measure.mjs';

// The bundled hook at the end of a turn, from start to exit, against an empty Node process. RUNS=n sets the rounds.
const HOOK = fileURLToPath(new URL('../packages/cli/dist/trace-hook.cjs', import.meta.url));
const runs = Number(process.env.RUNS ?? 31);
const folder = join(tmpdir(), 'unspool-bench-trace-hook');
if (!existsSync(join(folder, 'truth.json'))) generate(folder, { mb: 40, files: 40, seed: 5 });
const large = join(tmpdir(), 'unspool-bench-trace-hook-large');
if (!existsSync(join(large, 'truth.json'))) generate(large, { mb: 20, seed: 6, single: true });

let turn = 0;
const home = mkdtempSync(join(tmpdir(), 'unspool-bench-home-'));
const data = join(home, 'trace');
mkdirSync(data, { recursive: true });
const sink = { type: 'file', name: 'file', path: join(home, 'spans.jsonl') };
writeFileSync(
  join(data, 'config.json'),
  JSON.stringify({ sinks: [sink], content: 'redacted', salt: 'a-salt-for-the-bench' }),
);

const mains = sessionFilesIn(folder).filter((file) => /[0-9a-f-]{36}\.jsonl$/.test(basename(file)));
const middle = mains.toSorted((a, b) => statSync(a).size - statSync(b).size)[mains.length >> 1];
const [huge] = sessionFilesIn(large);
// The first run sends the existing turns. After it, each run sends one more turn.
for (const file of [middle, huge]) hook(file);
await new Promise((done) => setTimeout(done, 2000));

const jobs = {
  'node -e 0': () => run(['-e', '0']),
  'start-up alone': () => run([HOOK], '{}'),
  'nothing new': () => hook(middle),
  'a turn, usual session': () => hook(middle, addTurn(middle)),
  'a turn, 20 MB session': () => hook(huge, addTurn(huge)),
};
const times = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
for (let round = 0; round < runs; round++) {
  for (const [name, job] of Object.entries(jobs)) {
    times[name].push(job());
    await settled();
  }
}
const ms = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
report('usual session', `${(statSync(middle).size / 1e6).toFixed(2)} MB`);
for (const [name, time] of Object.entries(ms)) report(name, inMs(time));
for (const name of Object.keys(ms).slice(1)) {
  const target = name === 'start-up alone' ? ' (target at most 2.5)' : '';
  report(`RATIO ${name}${target}`, (ms[name] / ms['node -e 0']).toFixed(2));
}
await settled();
rmSync(home, { recursive: true, force: true });

function hook(file, message) {
  const event = message === undefined ? 'PreCompact' : 'Stop';
  const fields = { hook_event_name: event, transcript_path: file, last_assistant_message: message };
  return run([HOOK], JSON.stringify(fields));
}

function run(args, input = '') {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { input, env: { PATH: process.env.PATH, UNSPOOL_HOME: home } });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

/** Waits for background work to end before the next measurement. */
async function settled() {
  while (isBusy()) await new Promise((done) => setTimeout(done, 20));
  await new Promise((done) => setTimeout(done, 60));
}

function isBusy() {
  const names = (...parts) => {
    const folder = join(data, ...parts);
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  if (names('queue', 'file').some((name) => name.endsWith('.jsonl'))) return true;
  if (names('open').some((name) => readFileSync(join(data, 'open', name), 'utf8').includes('"pending"'))) return true;
  return names('locks').some((lock) => names('locks', lock).some((name) => !name.endsWith('.free')));
}

/** A prompt and its answer at the end of the file, as the client writes them. */
function addTurn(file) {
  turn++;
  const common = { isSidechain: false, sessionId: basename(file, '.jsonl'), cwd: '/home/dev/app', version: '2.1.325' };
  const timestamp = new Date(Date.UTC(2026, 10, 16) + turn * 1000).toISOString();
  const prompt = {
    ...common,
    type: 'user',
    uuid: `bench-user-${turn}`,
    parentUuid: null,
    timestamp,
    message: { role: 'user', content: `Question ${turn}?` },
  };
  const usage = { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 3000 };
  const content = [{ type: 'text', text: `Answer ${turn}.` }];
  const message = {
    id: `msg_bench_${turn}`,
    role: 'assistant',
    model: 'claude-opus-5-5',
    content,
    stop_reason: 'end_turn',
    usage,
  };
  const answer = {
    ...common,
    type: 'assistant',
    uuid: `bench-reply-${turn}`,
    parentUuid: prompt.uuid,
    timestamp,
    message,
  };
  appendFileSync(file, `${JSON.stringify(prompt)}\n${JSON.stringify(answer)}\n`);
  return content[0].text;
}
