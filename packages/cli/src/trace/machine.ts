import { dataFolder, Prices } from '@unspool/store';
import { ask, logError, openWith, type TraceFolder, traceFolderIn, type WorkerWorld } from '@unspool/trace';
import type { Io } from '../io.js';
import { pricesOf } from '../usage/own-prices.js';
import { version } from '../version.js';
import { costWith } from './cost-of.js';

export type TraceIo = Pick<Io, 'env' | 'home' | 'platform'>;

export function traceFolderOf(io: TraceIo): TraceFolder {
  return traceFolderIn(dataFolder(io));
}

/** What exporting and sending need to know about this machine. */
export function workerWorld(io: TraceIo): WorkerWorld {
  const folder = traceFolderOf(io);
  return {
    folder,
    env: io.env,
    now: Date.now,
    openWith: (config) => openWith(config, costWith(once(() => pricesFor(io, folder)))),
    ask,
    retryPolicy: {
      tries: 5,
      firstMs: 500,
      maxMs: 30_000,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: Math.random,
    },
    version,
  };
}

/** A broken price file must not prevent tracing. */
function pricesFor(io: TraceIo, folder: TraceFolder): Prices {
  try {
    return pricesOf(io);
  } catch (error) {
    logError(folder.errors, 'prices', error, Date.now());
    return new Prices();
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
