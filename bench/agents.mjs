#!/usr/bin/env node
// `unspool usage` over Codex rollouts against ccusage: the first run, which reads every file, and later runs. Also
// compares the totals. MB sets the size; CCUSAGE names ccusage's program (see usage.mjs).
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ccusageAt } from './ccusage.mjs';
import { inMs, interleaved, judge, report, runNode, UNSPOOL } from './measure.mjs';

const ccusage = ccusageAt();
const runs = Number(process.env.RUNS ?? 3);
const mb = Number(process.env.MB ?? 1000);
const home = corpus(mb);
const data = mkdtempSync(join(tmpdir(), 'unspool-bench-agents-'));

console.log(`${mb} MB of Codex rollouts`);
const first = runNode([UNSPOOL, 'usage', 'agents', '--json'], { env: envOf(data) });
report('unspool, the first time', inMs(first.ms));
judge('  peak memory', first.peakMb, 250, 'MB');
const counted = JSON.parse(first.stdout).total.tokens.total;
const theirs = () => program(ccusage, ['codex', 'daily', '--json', '--offline']);
const ours = () => program(process.execPath, [UNSPOOL, 'usage']);
compare('no index, tokens are read', 0.5);
program(process.execPath, [UNSPOOL, 'index', '--no-archive']);
compare('index, nothing new', 0.5);

function compare(title, target) {
  console.log(`\n${title}`);
  const ms = interleaved({ unspool: ours, ...(ccusage && { ccusage: theirs }) }, runs);
  for (const [name, time] of Object.entries(ms)) report(name, inMs(time));
  if (!ccusage) return;
  judge('  RATIO unspool / ccusage', ms.unspool / ms.ccusage, target);
  report('  RATIO first time / ccusage', (first.ms / ms.ccusage).toFixed(2));
}

if (ccusage) report('tokens, unspool and ccusage', `${counted} ${JSON.parse(theirs()).totals.totalTokens}`);
rmSync(data, { recursive: true });

function envOf(folder) {
  return { HOME: home, CODEX_HOME: join(home, '.codex'), UNSPOOL_HOME: folder, CLAUDE_CONFIG_DIR: join(home, 'none') };
}

function program(command, args) {
  const child = spawnSync(command, args, {
    env: { ...process.env, ...envOf(data) },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (child.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${child.status}: ${child.stderr}`);
  return child.stdout;
}

/** Sessions of about 2 MB: prompts, commands with duplicated output, patches, encrypted reasoning, totals. */
function corpus(megabytes) {
  const folder = join(tmpdir(), `unspool-bench-codex-${megabytes}mb`);
  if (existsSync(join(folder, 'done'))) return folder;
  for (let at = 0; at < megabytes / 2; at++) writeSession(folder, at);
  closeSync(openSync(join(folder, 'done'), 'w'));
  return folder;
}

function writeSession(folder, at) {
  const start = Date.UTC(2026, 3, 1) + at * 3_600_000;
  const id = `${start
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-${String(at).padStart(12, '0')}`;
  const [day] = new Date(start).toISOString().split('T');
  const place = join(folder, '.codex/sessions', ...day.split('-'));
  mkdirSync(place, { recursive: true });
  const name = `rollout-${new Date(start).toISOString().slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`;
  const lines = [];
  const total = {
    input_tokens: 0,
    cached_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: 0,
  };
  const add = (type, payload) =>
    lines.push(JSON.stringify({ timestamp: new Date(start + lines.length * 900).toISOString(), type, payload }));
  add('session_meta', {
    id,
    timestamp: new Date(start).toISOString(),
    cwd: `/home/dev/p${at % 20}`,
    cli_version: '0.140.0',
    base_instructions: { text: filler(18_000, at) },
  });
  for (let turn = 0; turn < 10; turn++) {
    const turnId = `${(start + lines.length * 900)
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-9000-${String(turn).padStart(12, '0')}`;
    add('event_msg', { type: 'task_started', turn_id: turnId });
    add('turn_context', { turn_id: turnId, cwd: `/home/dev/p${at % 20}`, model: 'gpt-5-codex' });
    add('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: filler(400, turn) }] });
    add('event_msg', { type: 'user_message', message: filler(400, turn) });
    for (let call = 0; call < 14; call++) {
      const callId = `call_${turn}_${call}`;
      add('response_item', { type: 'reasoning', summary: [], encrypted_content: filler(2200, call) });
      add('response_item', {
        type: 'function_call',
        name: 'exec_command',
        arguments: JSON.stringify({ cmd: `rg -n ${call}` }),
        call_id: callId,
      });
      add('event_msg', {
        type: 'exec_command_end',
        call_id: callId,
        aggregated_output: filler(5000, call),
        exit_code: 0,
      });
      add('response_item', { type: 'function_call_output', call_id: callId, output: filler(5000, call) });
      const last = {
        input_tokens: 9000 + call,
        cached_input_tokens: 8000,
        output_tokens: 200,
        reasoning_output_tokens: 90,
        total_tokens: 9200 + call,
      };
      for (const name of Object.keys(total)) total[name] += last[name];
      const info = { total_token_usage: { ...total }, last_token_usage: last };
      add('event_msg', { type: 'token_count', info });
      if (call % 3 === 0) add('event_msg', { type: 'token_count', info });
    }
    add('response_item', {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: filler(900, turn) }],
    });
    add('event_msg', { type: 'agent_message', message: filler(900, turn) });
    add('event_msg', { type: 'task_complete', turn_id: turnId });
  }
  const fd = openSync(join(place, name), 'w');
  writeSync(fd, `${lines.join('\n')}\n`);
  closeSync(fd);
}

function filler(length, seed) {
  const words = [
    'const',
    'value',
    'return',
    'session',
    '"quoted"',
    'path/to/file.ts:12',
    'export',
    'line\n',
    'tokens',
    '{}',
  ];
  let text = '';
  for (let at = seed; text.length < length; at += 1 + (at % 3)) text += `${words[at % words.length]} `;
  return text.slice(0, length);
}
