import { parentPort, workerData } from 'node:worker_threads';
import { dataFolder } from '@unspool/store';
import { codePlace, isKeptByNode, useKeptCode } from './kept-code.js';
import type { ThreadData } from './trace/start-thread.js';

const { waiting, ...io } = workerData as ThreadData;
const port = parentPort;

if (!isKeptByNode()) useKeptCode(codePlace(import.meta.url, dataFolder(io)));
if (port) void import('./trace/backfill-at-once.js').then(({ makeInThread }) => makeInThread(port, io, waiting));
