import { parentPort, workerData } from 'node:worker_threads';
import { makeSpans } from '@unspool/trace';
import { workerWorld } from './trace/machine.js';
import type { MakerData } from './trace/start-makers.js';

const { config, waiting, ...io } = workerData as MakerData;
if (parentPort) makeSpans(parentPort, workerWorld(io).openWith(config), waiting);
