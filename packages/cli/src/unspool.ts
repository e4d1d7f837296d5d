import { writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { sleep } from '@unspool/session/write';
import type { Io } from './io.js';

/** A closed pipe is not an error: `head` closes it when it has seen enough. */
function write(fd: 1 | 2, text: string | Uint8Array): void {
  let rest = Buffer.from(text as string);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') process.exit(0);
      if (code !== 'EAGAIN') throw error;
      sleep(5);
    }
  }
}

// Not process.stdout.isTTY, which makes a pipe non-blocking, so that every write to a full pipe fails.
const isTerminal = isatty(1);
const force = process.env['FORCE_COLOR'];
const hasColour =
  !process.env['NO_COLOR'] && force !== '0' && (Boolean(force) || (isTerminal && process.env['TERM'] !== 'dumb'));

const io: Io = {
  out: (text) => write(1, text),
  outBytes: (bytes) => write(1, bytes),
  err: (text) => write(2, text),
  env: process.env,
  home: homedir(),
  platform: process.platform,
  cwd: process.cwd(),
  samples: fileURLToPath(new URL('../samples', import.meta.url)),
  now: Date.now(),
  columns: isTerminal ? process.stdout.columns || 80 : undefined,
  hasColour,
  choose:
    isTerminal && isatty(0) && process.env['TERM'] !== 'dumb'
      ? async (list) => (await import('@unspool/agent')).choose(list, process.env)
      : undefined,
};

/** The exit code of a command that Ctrl-C stopped: see terminal/stop-sign.ts. */
const STOPPED = 130;

// Imported dynamically, so that its chunks never import this file.
void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
  // After Ctrl-C a request may still be open. Do not wait for it.
  if (exitCode === STOPPED) process.exit();
});

/** The client waits for these two commands, so they start without loading the others. */
async function main(args: string[]): Promise<number> {
  if (args.length === 1 && args[0] === 'mcp') return (await import('./mcp/serve-stdin.js')).serveStdin(io);
  if (args.length === 1 && args[0] === 'statusline')
    return (await import('./statusline/print-stdin.js')).printStdin(io);
  return (await import('./program.js')).run(args, io);
}
