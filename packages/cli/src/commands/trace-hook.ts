import { existsSync, fstatSync, readFileSync } from 'node:fs';
import { runHook, sleep } from '@unspool/trace';
import type { Io } from '../io.js';
import { bundledHook } from '../trace/hook-file.js';
import { workerWorld } from '../trace/machine.js';
import { startWorker } from '../trace/start-worker.js';

/** The same as the bundled hook, for who calls the command instead. */
export function traceHook(io: Io): number {
  const stdin = fstatSync(0).isCharacterDevice() ? '' : readFileSync(0, 'utf8');
  const worker = bundledHook(io);
  runHook(stdin, {
    ...workerWorld(io),
    sleep,
    startWorker: () => {
      if (existsSync(worker)) startWorker(worker, io.env);
    },
  });
  return 0;
}
