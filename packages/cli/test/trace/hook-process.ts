import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');

/** The hook as it is shipped. */
export function bundleHook(): string {
  const dist = mkdtempSync(join(tmpdir(), 'unspool-hook-'));
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/bundle-hook.mjs'), dist], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return join(dist, 'trace-hook.cjs');
}

export interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  ms: number;
}

/** Runs the hook as the client does; kills it after so many milliseconds if asked to. */
export function startHook(
  hook: string,
  home: string,
  stdin: string,
  options: { killAfterMs?: number } = {},
): Promise<Ended> {
  return ended(spawnHook(hook, [], home), stdin, options.killAfterMs);
}

/** Runs the worker, which the hook otherwise starts on its own. */
export function startWorker(hook: string, home: string, options: { killAfterMs?: number } = {}): Promise<Ended> {
  return ended(spawnHook(hook, ['worker'], home), '', options.killAfterMs);
}

function spawnHook(hook: string, args: string[], home: string): ChildProcess {
  const env = { PATH: process.env['PATH'], UNSPOOL_HOME: join(home, 'data'), HOME: home };
  return spawn(process.execPath, [hook, ...args], { env, stdio: ['pipe', 'ignore', 'ignore'] });
}

function ended(child: ChildProcess, stdin: string, killAfterMs: number | undefined): Promise<Ended> {
  const started = performance.now();
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(stdin);
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((done) => {
    child.on('exit', (status, signal) => {
      clearTimeout(timer);
      done({ status, signal, ms: performance.now() - started });
    });
  });
}
