// node bench/chat.mjs: the cost of the chat. Start against `node -e 0`; a long streamed reply against a bare loop over the
// official SDK that prints the same stream; memory while continuing a session of 100 MB.
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const unspool = join(process.env.UNSPOOL_DIST ?? join(root, 'packages/cli/dist'), 'unspool.js');
const TOKENS = 20_000;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-bench-chat-')));
const home = join(folder, 'home');
const cwd = join(folder, 'project');
mkdirSync(cwd, { recursive: true });
const server = http.createServer(answer);
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const env = {
  PATH: process.env.PATH,
  HOME: home,
  ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
  ANTHROPIC_API_KEY: 'none',
};

const bare = join(root, 'node_modules/.cache/bench-bare-loop.mjs');
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
writeFileSync(
  bare,
  `import Anthropic from '@anthropic-ai/sdk';
const stream = await new Anthropic().messages.create({ model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'x' }] });
for await (const event of stream) if (event.delta?.text) process.stdout.write(JSON.stringify(event) + '\\n');`,
);

try {
  const nothing = best(5, () => time(['-e', '0']));
  const help = best(5, () => time([unspool, 'chat', '--demo', '-p', '/cost']));
  console.log(
    `start: node -e 0 ${nothing.toFixed(0)} ms; chat, started and asked for /cost, ${help.toFixed(0)} ms: ${(help / nothing).toFixed(2)}×`,
  );

  const args = [unspool, 'chat', '-p', 'x', '--output-format', 'stream-json', '--include-partial-messages'];
  const loops = await bestOf(3, () => run([bare]));
  const chats = await bestOf(3, () => run(args));
  const quiet = await bestOf(3, () => run([unspool, 'chat', '-p', 'x']));
  const ratio = chats / loops;
  console.log(
    `a reply of ${TOKENS} pieces: bare SDK loop ${loops.toFixed(0)} ms; chat ${chats.toFixed(0)} ms: ${ratio.toFixed(2)}×; only its end as text ${quiet.toFixed(0)} ms`,
  );

  const sessionId = '11111111-2222-4333-8444-555555555555';
  await largeSession(join(home, '.claude/projects', cwd.replace(/[^a-zA-Z0-9]/g, '-')), sessionId);
  const memory = await peak([unspool, 'chat', '-p', 'x', '--resume', sessionId]);
  console.log(`continuing a session of 100 MB: ${memory} MB at most`);
} finally {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

function answer(request, response) {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'r' });
    const report = (type, fields) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: `m${Date.now()}`, type: 'message', role: 'assistant', model: 'm', content: [], usage };
    response.write(report('message_start', { message }));
    response.write(report('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }));
    const piece = report('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'word ' } });
    for (let at = 0; at < TOKENS; at += 100) response.write(piece.repeat(100));
    response.write(report('content_block_stop', { index: 0 }));
    response.write(report('message_delta', { delta: { stop_reason: 'end_turn' }, usage }));
    response.end(report('message_stop', {}));
  });
}

function time(args) {
  const start = process.hrtime.bigint();
  spawnSync(process.execPath, args, { cwd, env, stdio: 'ignore' });
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function run(args) {
  const start = process.hrtime.bigint();
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    child.on('close', () => done(Number(process.hrtime.bigint() - start) / 1e6));
  });
}

function best(times, work) {
  return Math.min(...Array.from({ length: times }, work));
}

async function bestOf(times, work) {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < times; at++) least = Math.min(least, await work());
  return least;
}

/** Turns with large results and occasional compactions, like real long sessions. */
async function largeSession(project, sessionId) {
  mkdirSync(project, { recursive: true });
  const out = createWriteStream(join(project, `${sessionId}.jsonl`));
  let parent = null;
  let count = 0;
  const add = async (fields, isRoot = false) => {
    const uuid = `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
    const timestamp = new Date(1.7e12 + count * 1000).toISOString();
    const line = { parentUuid: isRoot ? null : parent, isSidechain: false, ...fields, uuid, timestamp, sessionId, cwd };
    parent = uuid;
    if (!out.write(`${JSON.stringify(line)}\n`)) await new Promise((ready) => out.once('drain', ready));
  };
  for (let turn = 0; turn < 2500; turn++) {
    const id = `toolu_${turn}`;
    if (turn % 50 === 49) {
      await add({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' }, true);
      await add({ type: 'user', isCompactSummary: true, message: { role: 'user', content: 'A summary.' } });
    }
    await add({ type: 'user', message: { role: 'user', content: `Prompt ${turn}` } });
    const call = { type: 'tool_use', id, name: 'Bash', input: { command: 'x' } };
    await add({ type: 'assistant', message: { id: `m${turn}`, role: 'assistant', model: 'm', content: [call] } });
    const output = 'output '.repeat(5700);
    const result = { type: 'tool_result', tool_use_id: id, content: output };
    await add({ type: 'user', message: { role: 'user', content: [result] } });
    const end = { id: `e${turn}`, role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Done.' }] };
    await add({ type: 'assistant', message: end });
  }
  await new Promise((done) => out.end(done));
}

function peak(args) {
  const program = `process.argv.splice(1, 1); process.on('exit', () => process.stderr.write('PEAK ' + process.resourceUsage().maxRSS + '\\n')); require(process.argv[1]);`;
  const script = join(folder, 'peak.cjs');
  writeFileSync(script, program);
  return new Promise((done) => {
    const child = spawn(process.execPath, [script, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', () => done(Math.round(Number(/PEAK (\d+)/.exec(output)?.[1] ?? Number.NaN) / 1024)));
  });
}
