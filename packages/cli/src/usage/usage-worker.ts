import { parentPort } from 'node:worker_threads';
import { takeForOther, type UsageTasks } from '@unspool/store';

parentPort?.once('message', (tasks: UsageTasks) =>
  takeForOther(tasks, (share, large) => parentPort?.postMessage(share, large)),
);
