import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { startChat } from '../../../src/chat/chat-session.js';
import { demoScript } from '../../../src/demo/demo-script.js';
import { scriptedModel } from '../../../src/demo/scripted-model.js';
import type { CallModel } from '../../../src/loop/model-call.js';
import { anthropicModel } from '../../../src/model/anthropic.js';
import { PERMISSION_MODES } from '../../../src/permissions/decide.js';
import { openStart } from '../../../src/sessions/open-start.js';
import { runTerminal } from '../../../src/terminal/run-terminal.js';
import { allTools } from '../../../src/tools/all-tools.js';
import { BackgroundTasks } from '../../../src/tools/tasks/background-tasks.js';
import type { Tool } from '../../../src/tools/tool.js';
import { waitFor } from '../../../src/world.js';
import { testTools } from '../../support/tools.js';

// A chat in a terminal, as the command starts it, but with small tools. Runs in a separate process.
const { env } = process;
const cwd = process.cwd();
const home = env['HOME'] ?? cwd;

const todoTool: Tool = {
  name: 'TodoWrite',
  description: 'keeps a list',
  inputSchema: { type: 'object', properties: { todos: { type: 'array' } }, required: ['todos'] },
  isReadOnly: () => true,
  run: async () => ({ content: 'kept' }),
};

function demo(): CallModel {
  return scriptedModel(demoScript(randomUUID), { newUuid: randomUUID, pause: async () => {} });
}

const tasks = new BackgroundTasks();
const isWhole = env['DEMO'] !== undefined || env['ALL_TOOLS'] !== undefined;
const resumed = env['RESUME'] === undefined ? undefined : openStart(env['RESUME']);
const chat = startChat({
  world: {
    now: Date.now,
    wait: (ms, signal) => waitFor(Math.min(ms, 100), signal),
    random: Math.random,
    newUuid: randomUUID,
    env,
    home,
    platform: process.platform,
    fetch,
  },
  configDir: env['CONFIG'] ?? home,
  cwd,
  ...(env['DEMO'] && { model: 'demo' }),
  callModel: env['DEMO']
    ? demo()
    : anthropicModel({ apiKey: 'none', authToken: undefined, baseUrl: env['API'] ?? '' }, 'unspool-test'),
  priceOf: () => 0.01,
  tools: isWhole ? allTools(undefined, tasks) : [...testTools, todoTool],
  tasks,
  start: resumed?.kind === 'opened' ? { kind: 'continue', opened: resumed.opened } : { kind: 'new' },
  entrypoint: 'cli',
  permissionMode: PERMISSION_MODES.find((mode) => mode === env['MODE']) ?? 'default',
  canAsk: true,
  isTrusted: true,
});
if (env['CRASH']) process.on('SIGUSR2', () => Promise.reject(new Error('a crash for the test')));
process.exitCode = await runTerminal({
  open: async () => {
    while (env['SLOW'] && !existsSync(env['SLOW'])) await waitFor(50, new AbortController().signal);
    return chat;
  },
  first: env['FIRST'] ?? '',
  world: { env, cwd, home, now: Date.now },
});
