// What the client starts at the end of a turn: one file, nothing loaded that is not needed.
import { fstatSync, read } from 'node:fs';
import { homedir } from 'node:os';
import { logError, runHook, runWorker, sleep } from '@unspool/trace';
import { traceFolderOf, workerWorld } from './machine.js';
import { startWorker } from './start-worker.js';

const MOST_STDIN = 16 * 1024 * 1024;
const STDIN_MS = 3000;

const io = { env: process.env, home: homedir(), platform: process.platform };

keepCompiled();
// Whatever happens, the client must not be told that something failed: `unspool trace status` tells it.
process.on('uncaughtException', (error) => {
  logError(traceFolderOf(io).errors, 'hook', error, Date.now());
  process.exit(0);
});

if (process.argv[2] === 'worker') void runWorker(workerWorld(io));
else readStdin(hook);

function hook(stdin: string): void {
  const world = workerWorld(io);
  runHook(stdin, { ...world, sleep, startWorker: () => startWorker(__filename, io.env) });
  process.exit(0);
}

/** By hand: `process.stdin` would load all of Node's streams. An event is done when its JSON is, or at the end. */
function readStdin(done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = () => done(Buffer.concat(chunks).toString('utf8'));
  if (fstatSync(0).isCharacterDevice()) {
    finish();
    return;
  }
  const timer = setTimeout(finish, STDIN_MS);
  const next = () => {
    read(0, Buffer.allocUnsafe(64 * 1024), 0, 64 * 1024, null, (error, count, buffer) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(next, 5);
        return;
      }
      if (!error && count > 0) chunks.push(buffer.subarray(0, count));
      size += count;
      if (error || count === 0 || size > MOST_STDIN || isWhole(chunks)) {
        clearTimeout(timer);
        finish();
      } else next();
    });
  };
  next();
}

function isWhole(chunks: readonly Buffer[]): boolean {
  const last = chunks.at(-1)?.toString('latin1').trimEnd();
  if (!last?.endsWith('}')) return false;
  try {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return true;
  } catch {
    // A brace inside: more is to come.
    return false;
  }
}

/** From 22.1 on Node can keep what it compiled, which makes the next start faster. */
function keepCompiled(): void {
  const module = process.getBuiltinModule('node:module') as { enableCompileCache?: () => void };
  module.enableCompileCache?.();
}
