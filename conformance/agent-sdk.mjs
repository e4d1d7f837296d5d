// node conformance/agent-sdk.mjs: the official agent SDK drives `unspool chat` through stream-json, and lists, reads and
// forks the sessions it wrote. The SDK is installed outside the repository; it is never a dependency.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../scripts/ready.mjs';
import { startChatApi } from './chat-api.mjs';
import { scripts } from './chat-scenarios.mjs';

const sdk = await installSdk();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-sdk-')));
const home = join(folder, 'home');
const cwd = join(folder, 'project');
mkdirSync(cwd, { recursive: true });
mkdirSync(join(home, '.claude'), { recursive: true });
writeFileSync(join(cwd, 'README.md'), '# A project\n\nA tool for nothing.\n');
cpSync(process.env.UNSPOOL_DIST ?? join(root, 'packages/cli/dist'), join(folder, 'dist'), { recursive: true });
const api = await startChatApi(scripts);
process.env.CLAUDE_CONFIG_DIR = join(home, '.claude');
const counts = { passed: 0, failed: 0, skipped: 0 };
let first;

await check('one prompt', async () => {
  const output = await all(sdk.query({ prompt: 'hello @@think', options: options() }));
  const result = last(output, 'result');
  expect(result.result === 'An answer behind a thought.' && !result.is_error, JSON.stringify(result));
  expect(
    output.some(({ subtype }) => subtype === 'init'),
    'no init',
  );
  first = result.session_id;
});
await check('resume', async () => {
  const output = await all(sdk.query({ prompt: 'again @@plain', options: { ...options(), resume: first } }));
  expect(last(output, 'result').session_id === first, 'another session');
  expect(JSON.stringify(api.requests.at(-1).messages).includes('hello @@think'), 'the past was not sent');
});
await check('several prompts', async () => {
  async function* prompts() {
    for (const content of ['one @@plain', 'two @@think']) {
      yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id: '' };
    }
  }
  const output = await all(sdk.query({ prompt: prompts(), options: options() }));
  expect(output.filter(({ type }) => type === 'result').length === 2, 'not two results');
});
await check('steer', async () => {
  let end;
  const isOver = new Promise((resolve) => {
    end = resolve;
  });
  async function* prompts() {
    yield { type: 'user', message: { role: 'user', content: 'tell @@hang' }, parent_tool_use_id: null, session_id: '' };
    await isOver;
  }
  const query = sdk.query({ prompt: prompts(), options: { ...options(), includePartialMessages: true } });
  for await (const message of query) {
    if (message.type === 'stream_event' && message.event.delta?.type === 'text_delta') await query.interrupt();
    if (message.type !== 'result') continue;
    expect(message.is_error, 'not interrupted');
    await query.setPermissionMode('plan');
    expect(
      (await query.supportedCommands()).some(({ name }) => name === 'compact'),
      'no commands',
    );
    end();
  }
});
await check('permission', async () => {
  const asked = [];
  const canUseTool = async (name, input) => {
    asked.push(name);
    return name === 'Write' ? { behavior: 'deny', message: 'not now' } : { behavior: 'allow', updatedInput: input };
  };
  const output = await all(sdk.query({ prompt: 'work @@tools', options: { ...options(), canUseTool } }));
  const { tools } = output.find(({ subtype }) => subtype === 'init');
  if (!tools.includes('Write')) return 'left out: there is no Write tool';
  expect(asked.includes('Write'), `asked for ${asked}`);
  expect(!existsSync(join(cwd, 'new.txt')), 'it was written all the same');
  return undefined;
});
await check('system prompt, agents and hooks', async () => {
  const hooked = [];
  const hook = async ({ tool_name }) => {
    hooked.push(tool_name);
    return {};
  };
  const agents = { critic: { description: 'judges what it sees', prompt: 'Judge.', tools: ['Read'] } };
  const hooks = { PreToolUse: [{ matcher: 'Read', hooks: [hook] }] };
  const given = { ...options(), systemPrompt: 'You are a parrot.', agents, hooks, permissionMode: 'bypassPermissions' };
  const before = api.requests.length;
  await all(
    sdk.query({ prompt: 'work @@tools', options: { ...given, allowDangerouslySkipPermissions: true, effort: 'low' } }),
  );
  const first = JSON.stringify(api.requests[before]);
  expect(first.includes('You are a parrot.'), 'no system prompt');
  expect(first.includes('critic: judges what it sees'), 'no agent');
  expect(hooked.join() === 'Read', `hooked: ${hooked}`);
});
await check('tools of the program itself', async () => {
  const echo = sdk.tool('echo', 'says it again', {}, async () => ({
    content: [{ type: 'text', text: 'echoed here' }],
  }));
  const own = sdk.createSdkMcpServer({ name: 'own', version: '1.0.0', tools: [echo] });
  const given = { ...options(), mcpServers: { own }, allowedTools: ['mcp__own__echo'] };
  await all(sdk.query({ prompt: 'call @@echo', options: given }));
  expect(JSON.stringify(api.requests.at(-1).messages).includes('echoed here'), 'the tool was not called');
});
await check('answer a question, approve a plan', async () => {
  const canUseTool = async (name, input) => {
    if (name === 'AskUserQuestion')
      return { behavior: 'allow', updatedInput: { ...input, answers: { 'Which?': 'B' } } };
    return { behavior: 'allow', updatedInput: input };
  };
  await all(sdk.query({ prompt: 'ask @@question', options: { ...options(), canUseTool } }));
  expect(JSON.stringify(api.requests.at(-1).messages).includes('=\\"B\\"'), 'the answer did not arrive');
  const plan = { ...options(), canUseTool, permissionMode: 'plan' };
  const output = await all(sdk.query({ prompt: 'plan @@plan', options: plan }));
  const statuses = output.filter(({ subtype }) => subtype === 'status').map(({ permissionMode }) => permissionMode);
  expect(statuses.includes('default'), `modes: ${statuses}`);
});
await check('an agent in the background', async () => {
  const output = await all(sdk.query({ prompt: 'delegate @@background', options: options() }));
  const results = output.filter(({ type }) => type === 'result').map(({ result }) => result);
  expect(results.join('|') === 'It is under way.|Its report is here.', `results: ${results.join('|')}`);
  const news = output.find(({ subtype }) => subtype === 'task_notification');
  expect(news?.status === 'completed' && news.summary === 'Agent "Look" finished', JSON.stringify(news));
});
await check('list, read and fork', async () => {
  const listed = await sdk.listSessions({ dir: cwd });
  expect(
    listed.some(({ sessionId }) => sessionId === first),
    `listed: ${listed.map(({ sessionId }) => sessionId)}`,
  );
  const read = await sdk.getSessionMessages(first, { dir: cwd });
  expect(JSON.stringify(read).includes('An answer behind a thought.'), `${read.length} messages`);
  const fork = await sdk.forkSession(first, { dir: cwd });
  const output = await all(
    sdk.query({ prompt: 'on the fork @@plain', options: { ...options(), resume: fork.sessionId } }),
  );
  expect(last(output, 'result').session_id === fork.sessionId, 'the fork was not resumed');
});

api.close();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
console.log(`\nagent SDK: ${counts.passed} passed, ${counts.failed} failed (${counts.skipped} skipped)`);
process.exitCode = counts.failed > 0 ? 1 : 0;

async function check(name, work) {
  try {
    const note = await Promise.race([work(), tooLong()]);
    counts[note ? 'skipped' : 'passed']++;
    console.log(`${note ? 'skipped' : 'passed'}  ${name}  ${note ?? ''}`);
  } catch (error) {
    counts.failed++;
    console.log(`failed  ${name}  ${error.message}`);
  }
}

function tooLong() {
  return new Promise((_, fail) => setTimeout(() => fail(new Error('it took too long')), 60_000).unref());
}

function options() {
  const env = { PATH: process.env.PATH, HOME: home, ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'none' };
  const program = join(folder, 'client.sh');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(folder, 'dist/unspool.js')}" chat "$@"\n`, {
    mode: 0o755,
  });
  return { pathToClaudeCodeExecutable: program, cwd, env, stderr: (text) => process.stderr.write(text) };
}

async function all(messages) {
  const output = [];
  for await (const message of messages) output.push(message);
  return output;
}

function last(output, type) {
  const found = output.findLast((message) => message.type === type);
  if (!found) throw new Error(`there was no ${type}`);
  return found;
}

function expect(isSo, why) {
  if (!isSo) throw new Error(why);
}

async function installSdk() {
  const cache = process.env.UNSPOOL_CONFORMANCE_DIR ?? join(tmpdir(), 'unspool-conformance');
  const place = join(cache, 'agent-sdk');
  const entry = join(place, 'node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs');
  if (!existsSync(entry)) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{"private":true}\n');
    const args = [
      'install',
      '--ignore-scripts',
      '--omit=optional',
      '--no-audit',
      '--no-fund',
      '@anthropic-ai/claude-agent-sdk',
    ];
    spawnSync('npm', args, { cwd: place, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  }
  return import(pathToFileURL(entry).href);
}
