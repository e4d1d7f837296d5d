import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Sandbox } from '../../sandbox/sandbox.js';
import type { ToolContext } from '../tool.js';

export interface ShellOptions {
  command: string;
  cwd: string;
  env: ToolContext['env'];
  platform: NodeJS.Platform;
  /** The sandbox to run it in. */
  wrap?: Sandbox['wrap'] | undefined;
  onOutput(chunk: Buffer): void;
}

export interface ShellEnd {
  exitCode: number | null;
  killedBy: NodeJS.Signals | null;
  /** The shell's folder at its end. */
  cwd: string | undefined;
}

/** A command running in a shell and a process group of its own. */
export interface RunningShell {
  ended: Promise<ShellEnd>;
  /** Kills the command and everything it started. */
  kill(): void;
}

/** How long a command has to exit after SIGTERM. */
const TIMEOUT_MS = 1000;
/** How long to wait for output of processes that the command left running. */
const LAST_WORDS_MS = 100;

export function runShell({ command, cwd, env, platform, wrap, onOutput }: ShellOptions): RunningShell {
  // The shell reports its folder on a separate pipe. Stdout and stderr share a pipe, so that their order is kept.
  const script = `exec 2>&1; trap 'pwd -P >&3' EXIT; ${command}`;
  const isWindows = platform === 'win32';
  const shell = { program: shellOf(env, platform), args: ['-c', script], cwd };
  const { program, args } = wrap ? wrap(shell) : shell;
  const child = spawn(program, args, {
    cwd,
    env: { ...env, CLAUDECODE: '1', GIT_EDITOR: 'true', GIT_PAGER: 'cat', PAGER: 'cat' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: !isWindows,
    windowsHide: true,
  });
  let place = '';
  child.stdout?.on('data', onOutput);
  child.stderr?.on('data', onOutput);
  (child.stdio[3] as Readable | null)?.on('data', (chunk: Buffer) => {
    place = (place + chunk.toString()).slice(-4096);
  });
  return {
    ended: endOf(child, () => place.trimEnd().split('\n').at(-1) || undefined),
    kill: () => killGroup(child, isWindows),
  };
}

function endOf(child: ChildProcess, place: () => string | undefined): Promise<ShellEnd> {
  return new Promise((done, fail) => {
    let timer: NodeJS.Timeout | undefined;
    child.once('error', fail);
    const finish = () => {
      clearTimeout(timer);
      done({ exitCode: child.exitCode, killedBy: child.signalCode, cwd: place() });
    };
    child.once('close', finish);
    child.once('exit', () => {
      // A background process still holds the pipes. Keep reading and discard, or a closed pipe would kill it.
      timer = setTimeout(() => {
        for (const pipe of child.stdio) (pipe as { unref?(): void } | null)?.unref?.();
        finish();
      }, LAST_WORDS_MS);
    });
  });
}

function killGroup(child: ChildProcess, isWindows: boolean): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (isWindows) {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  if (!signalGroup(pid, 'SIGTERM')) return;
  setTimeout(() => signalGroup(pid, 'SIGKILL'), TIMEOUT_MS).unref();
  // If we exit first, nothing else would kill it.
  process.once('exit', () => signalGroup(pid, 'SIGKILL'));
}

/** Returns false if no process is left. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    // The group is gone.
    return false;
  }
}

function shellOf(env: ToolContext['env'], platform: NodeJS.Platform): string {
  const places =
    platform === 'win32'
      ? [
          env['CLAUDE_CODE_GIT_BASH_PATH'],
          'C:\\Program Files\\Git\\bin\\bash.exe',
          'C:\\Program Files (x86)\\Git\\bin\\bash.exe',
        ]
      : ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'];
  const found = places.find((path) => path !== undefined && isRunnable(path));
  return found ?? (platform === 'win32' ? 'bash.exe' : '/bin/sh');
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not found: try the next place.
    return false;
  }
}
