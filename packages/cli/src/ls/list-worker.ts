import { parentPort } from 'node:worker_threads';
import { type ScanJob, scanNext } from './scan-sessions.js';

parentPort?.on('message', (job: ScanJob) => parentPort?.postMessage(scanNext(job, () => {})));
