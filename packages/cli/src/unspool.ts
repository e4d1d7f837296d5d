import { writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Io } from './io.js';
import { run } from './program.js';

/** A reader that has seen enough closes the pipe: that is no error of ours. */
function write(fd: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') process.exit(0);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

const force = process.env['FORCE_COLOR'];
const hasColour =
  !process.env['NO_COLOR'] &&
  force !== '0' &&
  (Boolean(force) || (process.stdout.isTTY === true && process.env['TERM'] !== 'dumb'));

const io: Io = {
  out: (text) => write(1, text),
  err: (text) => write(2, text),
  env: process.env,
  home: homedir(),
  platform: process.platform,
  cwd: process.cwd(),
  samples: fileURLToPath(new URL('../samples', import.meta.url)),
  now: Date.now(),
  columns: process.stdout.isTTY ? process.stdout.columns || 80 : undefined,
  hasColour,
};

process.exitCode = await run(process.argv.slice(2), io);
