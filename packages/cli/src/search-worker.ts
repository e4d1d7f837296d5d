import { parentPort } from 'node:worker_threads';
import { type ProbeJob, probeAll } from '@unspool/store';

parentPort?.on('message', (job: ProbeJob) => probeAll(job));
