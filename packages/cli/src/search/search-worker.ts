import { parentPort } from 'node:worker_threads';
import { filesWith } from '@unspool/store';
import type { ProbeOrder } from './files-holding.js';

parentPort?.once('message', ({ needles, files }: ProbeOrder) => parentPort?.postMessage(filesWith(needles, files)));
