import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { type PartBatch, type ReadJob, readParts } from './read-parts.js';

/** The data for the reading thread. */
export interface ReadingOrder {
  jobs: ReadJob[];
  port: MessagePort;
  /** Counts of sent and taken batches, at SENT and TAKEN. */
  counts: Int32Array;
}

const SENT = 0;
const TAKEN = 1;
/** Maximum number of waiting batches; more would only use memory. */
const AHEAD = 3;
const TEXT_AT_ONCE = 1_000_000;

/**
 * Reads in another thread while this one writes. Ends early if that thread stops responding. A first index of 1 GB takes
 * 18.6 s with it and 23.8 s without: 1.35 and 1.75 times as long as only loading the same texts.
 */
export function* readInThread(jobs: ReadJob[], worker: Worker): Generator<PartBatch> {
  const { port1, port2 } = new MessageChannel();
  const counts = new Int32Array(new SharedArrayBuffer(8));
  const order: ReadingOrder = { jobs, port: port2, counts };
  worker.postMessage(order, [port2]);
  try {
    for (let taken = 0; ; taken++) {
      while (Atomics.load(counts, SENT) === taken) {
        if (Atomics.wait(counts, SENT, taken, TIMEOUT_MS) === 'timed-out') return;
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
 * A line of 64 MB takes a second. A thread that is silent for longer has probably died, perhaps out of memory. If not, only
 * time is lost, since its files are read again.
 */
const TIMEOUT_MS = 4000;

/** Runs in the reading thread. */
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
    // Also after a failure, so that the other thread does not wait.
    send('end');
  }
}
