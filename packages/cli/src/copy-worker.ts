import { parentPort } from 'node:worker_threads';
import { copyTail, type TailOrder } from '@unspool/session';

parentPort?.once('message', (order: TailOrder) => parentPort?.postMessage(copyTail(order)));
