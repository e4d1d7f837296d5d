import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { type PartBatch, type ReadJob, readParts } from './read-parts.js';

/** What the other thread needs to read files for the one that writes. */
export interface ReadingOrder {
  jobs: ReadJob[];
  port: MessagePort;
  /** How many batches were sent, and how many were taken. */
  counts: Int32Array;
}

const SENT = 0;
const TAKEN = 1;
/** Some wait while one is being written; more would only take memory. */
const AHEAD = 3;
const TEXT_AT_ONCE = 1_000_000;

/** Reads in another thread while this one writes. Ends early, without a word, when the thread does not answer. */
export function* readInThread(jobs: ReadJob[], worker: Worker): Generator<PartBatch> {
  const { port1, port2 } = new MessageChannel();
  const counts = new Int32Array(new SharedArrayBuffer(8));
  const order: ReadingOrder = { jobs, port: port2, counts };
  worker.postMessage(order, [port2]);
  try {
    for (let taken = 0; ; taken++) {
      while (Atomics.load(counts, SENT) === taken) {
        if (Atomics.wait(counts, SENT, taken, PATIENCE_MS) === 'timed-out') return;
      }
      const batch = receiveMessageOnPort(port1)?.message as PartBatch | 'end' | undefined;
      Atomics.add(counts, TAKEN, 1);
      Atomics.notify(counts, TAKEN);
      if (batch === undefined || batch === 'end') return;
      yield batch;
    }
  } finally {
    port1.close();
  }
}

/**
 * A line of 64 MB takes a second; a thread that is silent for longer has died, of want of memory for one. If it has not,
 * nothing is lost but time: what it reads is read again.
 */
const PATIENCE_MS = 4000;

/** The other side. */
export function readForOther({ jobs, port, counts }: ReadingOrder): void {
  const send = (message: PartBatch | 'end') => {
    port.postMessage(message);
    Atomics.add(counts, SENT, 1);
    Atomics.notify(counts, SENT);
  };
  try {
    for (const batch of readParts(jobs, TEXT_AT_ONCE)) {
      send(batch);
      for (;;) {
        const taken = Atomics.load(counts, TAKEN);
        if (Atomics.load(counts, SENT) - taken <= AHEAD) break;
        Atomics.wait(counts, TAKEN, taken);
      }
    }
  } finally {
    // Also when it fails: nobody should wait for it.
    send('end');
  }
}
