import { fstatSync, statSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sleep } from '@unspool/session/write';
import { dataFolder } from '@unspool/store';
import type { Io } from './io.js';
import { codePlace, isKeptByNode, keepCode } from './kept-code.js';
import { plainSearch } from './search/plain-search.js';
import { plainReport } from './usage/plain-report.js';

if (!isKeptByNode()) keepCode(codePlace(import.meta.url, dataFolder({ env: process.env, home: homedir() })));

/** A reader that has seen enough closes the pipe: that is no error of ours. */
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

const terminal = terminalAtOutput();
const force = process.env['FORCE_COLOR'];
const hasColour =
  !process.env['NO_COLOR'] &&
  force !== '0' &&
  (Boolean(force) || (terminal !== undefined && process.env['TERM'] !== 'dumb'));

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
  columns: terminal && (terminal.columns || 80),
  hasColour,
};

const ENDS_AT_ONCE = new Set(['usage', 'search', 'clone', 'fork', 'cut', 'strip', 'repair', 'trace backfill']);

const args = process.argv.slice(2);
void answer().then((exitCode) => {
  process.exitCode = exitCode;
  // What was said is written. Node would wait for what V8 still optimises in the background, for nothing.
  if (ENDS_AT_ONCE.has(args.slice(0, args[0] === 'trace' ? 2 : 1).join(' '))) process.exit();
});

async function answer(): Promise<number> {
  try {
    const exitCode = await atOnce();
    if (exitCode !== undefined) return exitCode;
  } catch (error) {
    return (await import('./program.js')).tellError(error, args, io);
  }
  return (await import('./program.js')).run(args, io);
}

async function atOnce(): Promise<number | undefined> {
  const search = plainSearch(args, io);
  if (search) return (await import('./search/words-at-once.js')).searchAtOnce(search, io);
  const plain = plainReport(args, io);
  if (!plain) return undefined;
  if (plain.from === 'files') return (await import('./usage/at-once.js')).usageAtOnce(plain.kind, io);
  return (await import('./usage/indexed-at-once.js')).indexedAtOnce(plain, io);
}

/** `process.stdout` loads all of Node's streams: it is asked only when something else than a file or a pipe is there. */
function terminalAtOutput(): { columns: number } | undefined {
  const output = fstatSync(1);
  if (output.isFile() || output.isFIFO() || output.isSocket()) return undefined;
  if (output.isCharacterDevice() && output.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev)
    return undefined;
  return process.stdout.isTTY ? process.stdout : undefined;
}
