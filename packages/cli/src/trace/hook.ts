import { existsSync } from 'node:fs';
import { sleep } from '@unspool/session/write';
import { runHook } from '@unspool/trace';
import type { Io } from '../io.js';
import { bundledHook } from './hook-file.js';
import { workerWorld } from './machine.js';
import { readEvent } from './read-event.js';
import { startWorker } from './start-worker.js';

/** The same as the bundled hook, for callers of the command. */
export async function traceHook(io: Io): Promise<number> {
  const stdin = await new Promise<string>(readEvent);
  const worker = bundledHook(io);
  runHook(stdin, {
    ...workerWorld(io),
    sleep,
    startWorker: (config) => {
      if (existsSync(worker)) startWorker(worker, io.env, config);
    },
  });
  return 0;
}
