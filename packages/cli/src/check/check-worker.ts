import { parentPort, workerData } from 'node:worker_threads';
import { checkFile } from '@unspool/session';

const { file, sessionId } = workerData as { file: string; sessionId: string };
parentPort?.postMessage(checkFile(file, { sessionId }));
