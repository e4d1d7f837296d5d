import { parentPort } from 'node:worker_threads';
import { type ProbeJob, probeAll } from '@unspool/store';

parentPort?.once('message', (job: ProbeJob) => probeAll(job));
