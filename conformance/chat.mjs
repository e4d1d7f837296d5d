// node conformance/chat.mjs [--only NAME] [--no-build]: sessions written by `unspool chat` are resumed by the real client,
// and sessions of the real client by `unspool chat`. Each must send what the other would. See docs/conformance.md.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install, root } from '../scripts/ready.mjs';
import { startChatApi } from './chat-api.mjs';
import { files, scenarios, scripts } from './chat-scenarios.mjs';
import { installClient, resumeWithClient, VERSION } from './client.mjs';
import { difference } from './same-messages.mjs';
import { layOut, sources } from './sources.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, 'no-build': { type: 'boolean' }, 'no-theirs': { type: 'boolean' } },
});
const PROMPT = 'Go on, please: conformance.';
/** How long after the first request: by then, the reply or its tool call has started. */
const SIGNAL_AFTER_MS = 1200;
const LOOK_EVERY_MS = 20;

if (!values['no-build']) {
  install();
  build();
}
const client = installClient();
const dist = mkdtempSync(join(tmpdir(), 'unspool-chat-dist-'));
cpSync(process.env.UNSPOOL_DIST ?? join(root, 'packages/cli/dist'), dist, { recursive: true });
const unspool = join(dist, 'unspool.js');
const counts = { passed: 0, failed: 0, skipped: 0 };
try {
  for (const scenario of scenarios)
    if (`ours: ${scenario.name}`.includes(values.only)) await report(`ours: ${scenario.name}`, ours(scenario));
  if (!values['no-theirs']) {
    for (const source of theirSessions())
      if (`theirs: ${source.name}`.includes(values.only)) await report(`theirs: ${source.name}`, theirs(source));
  }
} finally {
  rmSync(dist, { recursive: true, force: true });
}
console.log(`\nchat, client ${VERSION}: ${counts.passed} passed, ${counts.failed} failed (${counts.skipped} skipped)`);
process.exitCode = counts.failed > 0 || (counts.passed === 0 && values.only === '') ? 1 : 0;

async function report(name, asked) {
  const { kind, why } = await asked.catch((error) => ({ kind: 'failed', why: error.stack }));
  counts[kind]++;
  console.log(`${kind.padEnd(8)} ${name}  ${why}`);
}

/** Sessions that the client itself wrote, of this version and the one before. */
function theirSessions() {
  return sources().filter(({ name }) => /^scenario-|2\.1\.325|2\.1\.200/.test(name) && !/subagents/.test(name));
}

/** Makes a session with our command and compares what both clients would send next. */
async function ours(scenario) {
  return inPlace(async (place) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(place.cwd, name), content);
    const api = await startChatApi(scripts);
    try {
      for (const step of scenario.runs ?? []) {
        const run = await chat(step.args, { ...place, api, signal: step.signal });
        if (run.status !== 0 && !step.mayFail && !scenario.mayFail) return { kind: 'failed', why: run.err || run.out };
      }
      if (scenario.lines) {
        const isNew = scenario.runs === undefined;
        const args = [
          '-p',
          '--input-format',
          'stream-json',
          '--output-format',
          'stream-json',
          ...(isNew ? [] : ['--continue']),
        ];
        const lines = scenario.lines.map((content) =>
          JSON.stringify({ type: 'user', message: { role: 'user', content } }),
        );
        const run = await chat(args, { ...place, api, input: `${lines.join('\n')}\n` });
        if (run.status !== 0) return { kind: 'failed', why: run.err || run.out };
      }
    } finally {
      api.close();
    }
    return compare(place, latestIn(place));
  });
}

/** Continues one of the client's sessions with ours, and tests the result with the client. */
async function theirs(source) {
  return inPlace(async (place) => {
    const sessionId = source.sessionId ?? /([0-9a-f-]{36})\.jsonl$/.exec(source.file)?.[1] ?? randomUUID();
    layOut(source, sessionId, projectFolder(place));
    const before = await predict(place, sessionId, PROMPT);
    if (!before.resumed) return { kind: 'skipped', why: 'it does not resume' };
    const api = await startChatApi(scripts);
    try {
      const run = await chat(['-p', PROMPT, '--resume', sessionId], { ...place, api });
      const isCompacted = api.requests.some((body) =>
        JSON.stringify(body.messages.at(-1)).includes('between <summary> and'),
      );
      if (isCompacted) return { kind: 'skipped', why: 'too long: it is compacted first' };
      const sent = api.requests.find((body) => JSON.stringify(body.messages.at(-1)).includes(PROMPT));
      if (!sent) return { kind: 'failed', why: run.err };
      const differs = difference(before.messages, sent.messages);
      if (differs) return { kind: 'failed', why: shown('predicted', 'sent', differs) };
    } finally {
      api.close();
    }
    return compare(place, sessionId);
  });
}

/** Our command's prediction, our chat's request and the client's request must all be the same. */
async function compare(place, sessionId) {
  const predicted = await predict(place, sessionId, PROMPT);
  if (!predicted.resumed) return { kind: 'failed', why: `it does not resume: ${JSON.stringify(predicted.reasons)}` };
  const sentByOurs = await askOurs(place, sessionId);
  const own = difference(predicted.messages, sentByOurs);
  if (own) return { kind: 'failed', why: shown('predicted', 'sent by ours', own) };
  const sent = await resumeWithClient({ command: client, ...place, sessionId, prompt: PROMPT });
  if (sent.isCompacted) return { kind: 'skipped', why: 'too long: the client compacts first' };
  if (!sent.resumed) return { kind: 'failed', why: `the client does not resume it: ${sent.said.slice(0, 300)}` };
  const differs = difference(sent.messages, predicted.messages);
  if (differs) return { kind: 'failed', why: shown('client', 'predicted', differs) };
  return { kind: 'passed', why: `${sent.messages.length} messages` };
}

function shown(one, other, { at, counts: [first, second], client: wanted, unspool: found }) {
  return `message ${at} (${one} ${first}, ${other} ${second})\n  ${one}: ${wanted}\n  ${other}: ${found}`;
}

async function predict(place, sessionId, prompt) {
  const { out, err } = await run([unspool, 'messages', sessionId, '--prompt', prompt, '--json'], place);
  if (!out) throw new Error(err);
  return JSON.parse(out);
}

/** Works in a copy of the home, because resuming writes to the file. */
async function askOurs(place, sessionId) {
  const copy = `${place.home}-copy`;
  cpSync(place.home, copy, { recursive: true });
  const api = await startChatApi({});
  try {
    const { err } = await chat(['-p', PROMPT, '--resume', sessionId], { ...place, home: copy, api });
    const sent = api.requests.find((body) => JSON.stringify(body.messages.at(-1)).includes(PROMPT));
    if (!sent) throw new Error(`ours sent nothing: ${err}`);
    return sent.messages;
  } finally {
    api.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

function chat(args, { home, cwd, api, signal, input }) {
  const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'none' };
  const isUnderWay = () => api.requests.length > 0;
  const mode = args.includes('--permission-mode') ? [] : ['--dangerously-skip-permissions'];
  return run([unspool, 'chat', ...args, ...mode], {
    home,
    cwd,
    env,
    stop: signal && { signal, isUnderWay },
    input,
  });
}

function run(args, { home, cwd, env = {}, stop, input }) {
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home, LANG: 'C.UTF-8', ...env } };
    const child = spawn(process.execPath, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    const out = [];
    const err = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
    const watch = setInterval(() => {
      if (!stop?.isUnderWay()) return;
      clearInterval(watch);
      setTimeout(() => child.kill(stop.signal), SIGNAL_AFTER_MS);
    }, LOOK_EVERY_MS);
    child.on('close', (status) => {
      clearInterval(watch);
      resolve({ status, out: Buffer.concat(out).toString('utf8'), err: Buffer.concat(err).toString('utf8').trim() });
    });
  });
}

async function inPlace(work) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-chat-')));
  const place = { home: join(folder, 'home'), cwd: join(folder, 'project') };
  try {
    mkdirSync(place.cwd, { recursive: true });
    mkdirSync(place.home, { recursive: true });
    return await work(place);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function projectFolder({ home, cwd }) {
  return join(home, '.claude/projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
}

function latestIn(place) {
  const folder = projectFolder(place);
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const [latest] = files.sort((a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs);
  return latest.slice(0, -'.jsonl'.length);
}
