import { spawn } from 'node:child_process';
import type { JsonObject } from '@unspool/session';
import type { Hook } from './hook-config.js';

export interface CommandOutcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  isTimeout: boolean;
}

export interface CommandWorld {
  cwd: string;
  env: { readonly [name: string]: string | undefined };
  signal: AbortSignal;
}

const MAX_OUTPUT = 1024 * 1024;

/** Runs a hook's command with JSON on its stdin, and kills it at its timeout. Never throws. */
export function runCommand(hook: Hook, input: JsonObject, { cwd, env, signal }: CommandWorld): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const out: Collected = { text: '' };
    const err: Collected = { text: '' };
    let isTimeout = false;
    const options = { cwd, env: env as NodeJS.ProcessEnv, windowsHide: true, detached: process.platform !== 'win32' };
    const child = hook.args
      ? spawn(hook.command, hook.args, { ...options, stdio: 'pipe' })
      : spawn(hook.command, { ...options, shell: true, stdio: 'pipe' });
    const stop = () => {
      kill(child.pid);
    };
    const timer = setTimeout(() => {
      isTimeout = true;
      stop();
    }, hook.timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    const done = (exitCode: number | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve({ exitCode, stdout: out.text, stderr: err.text, isTimeout });
    };
    child.stdout?.on('data', (chunk: Buffer) => collect(out, chunk));
    child.stderr?.on('data', (chunk: Buffer) => collect(err, chunk));
    child.on('error', (error) => {
      collect(err, Buffer.from(error.message));
      done(null);
    });
    child.on('close', done);
    // A hook need not read its input.
    child.stdin?.on('error', () => {});
    child.stdin?.end(`${JSON.stringify(input)}\n`);
  });
}

interface Collected {
  text: string;
}

function collect(into: Collected, chunk: Buffer): void {
  if (into.text.length < MAX_OUTPUT) into.text += chunk.toString('utf8');
}

/** Kills the shell and everything it started. */
function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
