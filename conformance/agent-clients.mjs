import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const TIMEOUT_MS = 120_000;
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * The clients to test. `packages`: the packages to install. `run`: the program and its fixed arguments. `files`: settings
 * that make it use only the model on loopback. `start`, `resume` and `image`: the arguments to start a session, to
 * continue it and to show it an image. `ownCalls`: the client's own prompts, whose tokens count but whose answers are not
 * part of a conversation.
 */
export const CLIENTS = [
  ...['0.169.0', '0.140.0', '0.77.0'].map((version) => ({
    agent: 'codex',
    version,
    packages: [`@openai/codex@${version}`],
    run: (folder) => [process.execPath, join(folder, 'node_modules/@openai/codex/bin/codex.js')],
    env: ({ home }) => ({ CODEX_HOME: join(home, '.codex') }),
    files: ({ url }) => ({ '.codex/config.toml': codexConfig(url) }),
    start: (prompt) => ['exec', '--skip-git-repo-check', prompt],
    resume: (prompt) => ['exec', '--skip-git-repo-check', 'resume', '--last', prompt],
    image: (prompt, file) => ['exec', '--skip-git-repo-check', `--image=${file}`, 'resume', '--last', prompt],
  })),
  {
    agent: 'gemini',
    version: '0.61.0',
    packages: ['@google/gemini-cli@0.61.0'],
    run: (folder) => [process.execPath, bin(folder, '@google/gemini-cli', 'gemini')],
    env: ({ url }) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    files: () => ({ '.gemini/settings.json': googleSettings('gemini-api-key') }),
    start: (prompt) => ['-p', prompt, '--yolo', '-m', 'gemini-2.5-pro'],
    resume: (prompt) => ['--resume', 'latest', '-p', prompt, '--yolo', '-m', 'gemini-2.5-pro'],
    image: (prompt, file) => ['--resume', 'latest', '-p', `${prompt} @${file}`, '--yolo', '-m', 'gemini-2.5-pro'],
  },
  ...[
    ['1.18.33', 'opencode-ai@1.18.33'],
    ['1.1.16', `opencode-${platform}@1.1.16`],
  ].map(([version, name]) => ({
    agent: 'opencode',
    version,
    packages: [name],
    run: (folder) => [join(folder, `node_modules/opencode-${platform}/bin/opencode`)],
    env: ({ home }) => ({
      XDG_DATA_HOME: join(home, '.local/share'),
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_STATE_HOME: join(home, '.local/state'),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    files: ({ url }) => ({ '.config/opencode/opencode.json': openCodeConfig(url) }),
    start: (prompt) => ['run', prompt],
    resume: (prompt) => ['run', '-c', prompt],
    image: (prompt, file) => ['run', '-c', '-f', file, '--', prompt],
    hasSubAgents: true,
  })),
  {
    agent: 'copilot',
    version: '1.0.102',
    packages: ['@github/copilot@1.0.102'],
    run: (folder) => [process.execPath, bin(folder, '@github/copilot', 'copilot')],
    env: ({ home, url }) => ({
      COPILOT_HOME: join(home, '.copilot'),
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      // The tools for writing files depend on the model.
      COPILOT_MODEL: 'claude-sonnet-4.5',
      COPILOT_PROVIDER_WIRE_API: 'completions',
    }),
    files: () => ({}),
    start: (prompt) => ['-p', prompt, '--allow-all-tools'],
    resume: (prompt) => ['--continue', '-p', prompt, '--allow-all-tools'],
    image: (prompt, file) => ['--continue', '-p', prompt, '--attachment', file, '--allow-all-tools'],
    hasSubAgents: true,
  },
  ...[
    ['0.87.1', '@earendil-works/pi-coding-agent'],
    ['0.73.1', '@mariozechner/pi-coding-agent'],
  ].map(([version, name]) => ({
    agent: 'pi',
    version,
    packages: [`${name}@${version}`],
    needsNode: 22,
    run: (folder) => [node22(folder), bin(folder, name, 'pi'), '--provider', 'mock', '--model', 'mock-model'],
    env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' }),
    files: ({ url }) => ({ '.pi/agent/models.json': piModels(url) }),
    start: (prompt) => ['-p', prompt],
    resume: (prompt) => ['-c', '-p', prompt],
    image: (prompt, file) => ['-c', '-p', `@${file}`, prompt],
  })),
  {
    agent: 'qwen',
    version: '0.24.4',
    packages: ['@qwen-code/qwen-code@0.24.4'],
    needsNode: 22,
    run: (folder) => [node22(folder), bin(folder, '@qwen-code/qwen-code', 'qwen')],
    env: ({ url }) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'qwen3-vl-plus' }),
    files: () => ({ '.qwen/settings.json': googleSettings('openai') }),
    start: (prompt) => ['-p', prompt, '--yolo'],
    resume: (prompt) => ['-c', '-p', prompt, '--yolo'],
    image: (prompt, file) => ['-c', '-p', `${prompt} @${file}`, '--yolo'],
    hasSubAgents: true,
    ownCalls: /^Managed memory/,
  },
];

/** Installs a client once, outside the repository. It is used only for tests: never shipped, never a dependency. */
export function installAgent({ agent, version, packages, needsNode, run }) {
  const cache = process.env.UNSPOOL_CONFORMANCE_DIR ?? join(tmpdir(), 'unspool-conformance');
  const folder = join(cache, `${agent}-${version}`);
  const done = join(folder, 'installed');
  if (!existsSync(done)) {
    process.stderr.write(`Installing ${agent} ${version} into ${folder} (once)…\n`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    const wanted = needsNode && !hasNode(needsNode) ? [...packages, `node-${platform}@${needsNode}`] : packages;
    const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' };
    const { status } = spawnSync(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...wanted],
      options,
    );
    if (status !== 0) throw new Error(`${agent} ${version} could not be installed into ${folder}.`);
    writeFileSync(done, '');
  }
  return run(folder);
}

/** A home and a project for one client, with the settings it needs. */
export function placeFor(client, url) {
  const folder = mkdtempSync(join(tmpdir(), `unspool-${client.agent}-`));
  const place = { folder, home: join(folder, 'home'), cwd: join(folder, 'project'), url };
  mkdirSync(place.cwd, { recursive: true });
  mkdirSync(place.home);
  for (const [name, text] of Object.entries(client.files(place))) {
    const file = join(place.home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const git = (...args) => spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: place.cwd });
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  return place;
}

/** Runs a client to its end, without the user's environment. */
export function runAgent(client, command, place, args) {
  const [program, ...before] = command;
  const env = {
    PATH: `${dirname(program)}:${process.env.PATH}`,
    HOME: place.home,
    USERPROFILE: place.home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    ...client.env(place),
  };
  return new Promise((resolve) => {
    const child = spawn(program, [...before, ...args], { cwd: place.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const hear = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    child.on('error', (error) => hear(error.message));
    child.on('close', () => {
      clearTimeout(timer);
      resolve(output.trim());
    });
  });
}

function hasNode(major) {
  return Number(process.versions.node.split('.')[0]) >= major;
}

function node22(folder) {
  return hasNode(22) ? process.execPath : join(folder, `node_modules/node-${platform}/bin/node`);
}

function bin(folder, name, command) {
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  return join(folder, 'node_modules', name, typeof bins === 'string' ? bins : bins[command]);
}

function codexConfig(url) {
  return `model = "gpt-5"
model_provider = "mock"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = "${url}/v1"
wire_api = "responses"
requires_openai_auth = false
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[feedback]
enabled = false
[otel]
exporter = "none"
`;
}

function googleSettings(selectedType) {
  return JSON.stringify({
    security: { auth: { selectedType } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { disableAutoUpdate: true, enableAutoUpdate: false },
  });
}

function openCodeConfig(url) {
  const model = { name: 'mock', reasoning: true, tool_call: true, limit: { context: 128_000, output: 8000 } };
  const options = { baseURL: `${url}/v1`, apiKey: 'none' };
  return JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    model: 'mock/mock-model',
    small_model: 'mock/mock-model',
    permission: { '*': 'allow' },
    provider: {
      mock: { npm: '@ai-sdk/openai-compatible', name: 'mock', options, models: { 'mock-model': model } },
    },
  });
}

function piModels(url) {
  const cost = { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 0 };
  const size = { contextWindow: 128_000, maxTokens: 8000 };
  const model = { id: 'mock-model', name: 'mock', reasoning: true, input: ['text', 'image'], cost, ...size };
  return JSON.stringify({
    providers: { mock: { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'none', models: [model] } },
  });
}
