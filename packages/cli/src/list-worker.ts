import { parentPort, workerData } from 'node:worker_threads';
import type { SessionFile } from '@unspool/session';
import { scanNext } from './session/scan-sessions.js';

const { sessions, order, next } = workerData as { sessions: SessionFile[]; order: number[]; next: Int32Array };
parentPort?.postMessage(scanNext(sessions, order, next, () => {}));
