import { parentPort } from 'node:worker_threads';
import { type ReadingOrder, readForOther } from '@unspool/store';

parentPort?.once('message', (order: ReadingOrder) => readForOther(order));
