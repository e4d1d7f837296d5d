// The client starts this file at the end of a turn. It loads nothing that is not needed.
import { homedir } from 'node:os';
import { sleep } from '@unspool/session/write';
import { logError, runHook, runWorker } from '@unspool/trace';
import { useOwnRules } from '../use-own-rules.js';
import { traceFolderOf, workerWorld } from './machine.js';
import { readEvent } from './read-event.js';
import { startWorker } from './start-worker.js';

const [given] = process.argv.slice(2);
const isWorker = given === 'worker';
// Written by install, and passed on to the worker.
if (given !== undefined && !isWorker) process.env['UNSPOOL_HOME'] = given;

const io = { env: process.env, home: homedir(), platform: process.platform };

useOwnRules(io);
keepCompiled();
// A failure must never reach the client. `unspool trace status` reports it.
process.on('uncaughtException', (error) => {
  logError(traceFolderOf(io).errors, 'hook', error, Date.now());
  process.exit(0);
});

if (isWorker) void runWorker(workerWorld(io));
else readEvent(hook);

function hook(stdin: string): void {
  const world = workerWorld(io);
  runHook(stdin, { ...world, sleep, startWorker: (config) => startWorker(__filename, io.env, config) });
  process.exit(0);
}

/** Since version 22.1 Node can cache compiled code, which makes the next start faster. */
function keepCompiled(): void {
  const module = process.getBuiltinModule('node:module') as { enableCompileCache?: () => void };
  module.enableCompileCache?.();
}
