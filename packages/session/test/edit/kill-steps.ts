import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Code for the start of a program: kills it right before the write whose number is its last argument. */
export const KILL_AT = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const killAt = Number(process.argv.at(-1));
  let step = 0;
  for (const name of ['openSync', 'writeSync', 'writeFileSync', 'copyFileSync', 'renameSync', 'rmSync', 'rmdirSync',
    'mkdirSync', 'linkSync', 'symlinkSync', 'fsyncSync', 'utimesSync']) {
    const real = fs[name];
    fs[name] = (...args) => {
      if (++step === killAt) process.kill(process.pid, 'SIGKILL');
      return real(...args);
    };
  }
  syncBuiltinESMExports();
`;

/** Runs a program repeatedly, killed one step later each time, until a run finishes. */
export function killAtEachStep(program: string, prepare: () => string[], check: (args: string[]) => void): number {
  for (let step = 1; ; step++) {
    const args = prepare();
    const { status, signal, stderr } = spawnSync(process.execPath, [program, ...args, String(step)], {
      encoding: 'utf8',
    });
    if (status !== 0 && signal !== 'SIGKILL') throw new Error(stderr);
    check(args);
    if (status === 0) return step;
  }
}

/** Returns the content of all files in a folder, by path. */
export function contentOf(folder: string): { [path: string]: string } {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
}
