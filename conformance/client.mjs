import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from './scripted-api.mjs';

/** The client whose behaviour the fixtures record. */
export const VERSION = process.env.UNSPOOL_CONFORMANCE_VERSION ?? '2.1.326';

const TIMEOUT_MS = 90_000;
const SIGNAL_AFTER_MS = 1200;
const LOOK_EVERY_MS = 20;
const COMPACTION = /Your task is to create a detailed summary of (the|this) conversation/;

/**
 * Installs the real client once, outside the repository, and returns the command that runs it. It is proprietary and used
 * only for tests: never shipped, never a dependency.
 */
export function installClient() {
  const cache = process.env.UNSPOOL_CONFORMANCE_DIR ?? join(tmpdir(), 'unspool-conformance');
  const folder = join(cache, VERSION);
  if (!commandIn(folder)) {
    process.stderr.write(`Installing the client ${VERSION} into ${folder} (once)…\n`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `@anthropic-ai/claude-code@${VERSION}`];
    const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' };
    spawnSync('npm', args, options);
  }
  const command = commandIn(folder);
  if (!command) throw new Error(`The client ${VERSION} could not be installed into ${folder}.`);
  return command;
}

/** Up to 2.1.112 it is a bundle for Node; later versions are programs in an optional package per platform. */
function commandIn(folder) {
  const scope = join(folder, 'node_modules/@anthropic-ai');
  if (!existsSync(scope)) return undefined;
  for (const name of readdirSync(scope)) {
    for (const program of ['claude', 'claude.exe']) {
      if (name !== 'claude-code' && existsSync(join(scope, name, program))) return [join(scope, name, program)];
    }
  }
  const bundle = join(scope, 'claude-code/cli.js');
  return existsSync(bundle) ? [process.execPath, bundle] : undefined;
}

/**
 * Resumes a session with the real client in a private home. `messages` are those of its first request for this prompt. If
 * the client finds the session too long, it compacts it first, and the request does not show what we wrote.
 */
export async function resumeWithClient({ command, home, cwd, sessionId, prompt }) {
  const api = await startApi();
  try {
    const args = ['-p', prompt, '--resume', sessionId, '--output-format', 'json', '--dangerously-skip-permissions'];
    const isAsked = (body) => body.tools?.length > 3 && lastWords(body).includes(prompt);
    const options = { cwd, env: environment(home, api.url) };
    const output = await runUntil(() => api.requests.some(isAsked), [...command, ...args], options);
    const asked = api.requests.find(isAsked);
    const isCompacted = api.requests.some((body) => COMPACTION.test(JSON.stringify(body.messages.at(-1))));
    return {
      resumed: asked !== undefined,
      model: asked?.model,
      messages: asked?.messages ?? [],
      isCompacted,
      said: output,
    };
  } finally {
    api.close();
  }
}

function lastWords(body) {
  return JSON.stringify(body.messages.slice(-2));
}

/** Keeps the user's environment away from the client. */
export function environment(home, url) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    SHELL: '/bin/bash',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    IS_SANDBOX: '1',
  };
}

/**
 * Runs the client to its end. `stop`: a signal, sent a while after `isUnderWay`, when the reply or its tool call has
 * started. `more`: environment variables.
 */
export function runClient([program, ...args], { home, cwd, url, input = '', stop, more = {} }) {
  return new Promise((resolve) => {
    const env = { ...environment(home, url), ...more };
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const out = [];
    const err = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    const watch = setInterval(() => {
      if (!stop?.isUnderWay()) return;
      clearInterval(watch);
      setTimeout(() => child.kill(stop.signal), SIGNAL_AFTER_MS);
    }, LOOK_EVERY_MS);
    child.on('error', (error) => err.push(Buffer.from(error.message)));
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      clearInterval(watch);
      const [output, complained] = [out, err].map((chunks) => Buffer.concat(chunks).toString('utf8').trim());
      resolve({ status: status ?? signal, out: output, err: complained });
    });
  });
}

export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The client's output, up to its end or until we have what we need. */
function runUntil(isEnough, [program, ...args], options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const hear = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    const watch = setInterval(() => isEnough() && child.kill('SIGKILL'), 50);
    child.on('error', (error) => hear(error.message));
    child.on('close', () => {
      clearTimeout(timer);
      clearInterval(watch);
      resolve(output.trim());
    });
  });
}
