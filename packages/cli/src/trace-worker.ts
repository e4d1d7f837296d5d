import { parentPort, workerData } from 'node:worker_threads';
import { makeSpans, type TraceConfig } from '@unspool/trace';
import { workerWorld } from './trace/machine.js';
import type { ThreadData } from './trace/start-thread.js';

const { waiting, ...io } = workerData as ThreadData;
const port = parentPort;
port?.once('message', (config: TraceConfig) => makeSpans(port, workerWorld(io).openWith(config), waiting));
