// node bench/chat-start.mjs: the time until a user can type. Runs `unspool chat --demo` in a real terminal until the prompt
// is on the screen, against `node -e 0` in the same kind of terminal. Then a streamed reply as the terminal draws it,
// against a bare loop over the official SDK that prints the same stream.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const { spawn } = createRequire(join(root, 'packages/agent/package.json'))('@homebridge/node-pty-prebuilt-multiarch');
const unspool = join(process.env.UNSPOOL_DIST ?? join(root, 'packages/cli/dist'), 'unspool.js');
const ROUNDS = Number(process.env.ROUNDS ?? 15);
const TOKENS = 5000;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-bench-start-')));
const cwd = join(folder, 'project');
mkdirSync(cwd, { recursive: true });
mkdirSync(join(folder, 'home/.claude'), { recursive: true });
const server = http.createServer(answer);
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const env = {
  PATH: process.env.PATH,
  HOME: join(folder, 'home'),
  TERM: 'xterm-256color',
  ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
  ANTHROPIC_API_KEY: 'none',
};
const bare = join(root, 'node_modules/.cache/bench-bare-terminal.mjs');
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
writeFileSync(
  bare,
  `import Anthropic from '@anthropic-ai/sdk';
const stream = await new Anthropic().messages.create({ model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'x' }] });
for await (const event of stream) if (event.delta?.text) process.stdout.write(event.delta.text);`,
);

try {
  await inTerminal([unspool, 'chat', '--demo'], '❯');
  // Alternate, so that a busy machine slows down both.
  const times = { node: [], chat: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.node.push(await inTerminal(['-e', '0']));
    times.chat.push(await inTerminal([unspool, 'chat', '--demo'], '❯'));
  }
  reply('start to prompt', 'node -e 0', times.node, 'unspool chat', times.chat, 5);

  const streams = { bare: [], chat: [] };
  for (let round = 0; round < Math.ceil(ROUNDS / 3); round++) {
    streams.bare.push(await inTerminal([bare]));
    streams.chat.push(await inTerminal([unspool, 'chat', 'x'], 'the very end'));
  }
  reply(`a reply of ${TOKENS} pieces`, 'bare SDK loop', streams.bare, 'unspool chat, drawn', streams.chat, 1.5);
} finally {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds until the text is on the screen, or until the process ends. */
function inTerminal(args, words) {
  return new Promise((done) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { cols: 100, rows: 30, cwd, env });
    let seen = '';
    let isDone = false;
    const end = () => {
      if (isDone) return;
      isDone = true;
      const ms = performance.now() - start;
      try {
        child.kill('SIGKILL');
      } catch {
        // The process has already ended.
      }
      child.onExit(() => done(ms));
      if (words === undefined) done(ms);
    };
    child.onData((data) => {
      seen = (seen + data).slice(-4000);
      if (words !== undefined && seen.includes(words)) end();
    });
    child.onExit(end);
  });
}

function answer(request, response) {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (type, fields) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage };
    let body = send('message_start', { message });
    body += send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    for (let at = 0; at < TOKENS; at++) {
      const text = at === TOKENS - 1 ? '\n\nthe very end' : at % 40 === 39 ? 'word.\n\n' : 'some **words** ';
      body += send('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
    }
    body += send('content_block_stop', { index: 0 });
    body += send('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage });
    response.end(body + send('message_stop', {}));
  });
}

function reply(what, baseName, base, ownName, own, target) {
  const ratio = median(own) / median(base);
  const best = Math.min(...own) / Math.min(...base);
  console.log(
    `${what}: ${baseName} ${median(base).toFixed(0)} ms; ${ownName} ${median(own).toFixed(0)} ms: RATIO ${ratio.toFixed(2)} (of the best runs ${best.toFixed(2)}; target ${target})`,
  );
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
