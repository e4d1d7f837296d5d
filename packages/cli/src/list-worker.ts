import { parentPort } from 'node:worker_threads';
import { type ScanJob, scanNext } from './session/scan-sessions.js';

parentPort?.on('message', (job: ScanJob) => parentPort?.postMessage(scanNext(job, () => {})));
