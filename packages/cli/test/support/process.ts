import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MadeHome } from './made-home.js';

/** Where npm run test:team has bundled the command: processes to kill cannot run from the sources. */
export const bundle = process.env['UNSPOOL_TEST_BUNDLE'];

/** The command as a process, in the home of a person. */
export function unspool(home: MadeHome, ...args: string[]): ChildProcess {
  const env = { PATH: process.env['PATH'], HOME: home.home, USER: 'ana', UNSPOOL_HOME: home.data, TMPDIR: tmpdir() };
  return spawn(process.execPath, [join(bundle ?? '', 'unspool.js'), ...args], {
    env,
    cwd: home.home,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = ended(child);
  child.kill('SIGKILL');
  await end;
}

/** Waits for the line with the address, or the command to join. */
export function firstLines(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const look = (data: Buffer) => {
      text += data.toString();
      if (wanted.test(text)) resolve(text);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', () => reject(new Error(text)));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
