import { TextScanner } from '@unspool/session';

/** Looks through files for bytes; several threads may share one. */
export interface ProbeJob {
  files: readonly string[];
  needles: readonly Uint8Array[];
  /** The next file to take, shared by all who take. */
  next: Int32Array;
  /** Of each file: 0 not known yet, or one of the two below. */
  states: Int32Array;
}

const LACKS = 1;
const MAY_HOLD = 2;

export function newProbe(files: readonly string[], needles: readonly Uint8Array[]): ProbeJob {
  const shared = (length: number) => new Int32Array(new SharedArrayBuffer(Math.max(1, length) * 4));
  return { files, needles, next: shared(1), states: shared(files.length) };
}

/** Takes files until none is left. */
export function probeAll(job: ProbeJob): void {
  const scanner = scannerOf(job);
  while (probeNext(job, scanner));
}

/** Says of files, in their order, whether they may hold one of the needles; does its share of the looking. */
export function probeInOrder(job: ProbeJob): (at: number) => boolean {
  const scanner = scannerOf(job);
  return (at) => {
    while (Atomics.load(job.states, at) === 0) {
      // Another thread is at it: look at the next ones meanwhile, and wait only when there are none.
      if (probeNext(job, scanner)) continue;
      if (Atomics.wait(job.states, at, 0, PATIENCE_MS) === 'timed-out') return true;
    }
    return Atomics.load(job.states, at) === MAY_HOLD;
  };
}

/** Who waits longer looks for itself: the other thread may have failed. */
const PATIENCE_MS = 2000;

/** Nobody takes another file. */
export function endProbe(job: ProbeJob): void {
  Atomics.store(job.next, 0, job.files.length);
}

function scannerOf({ needles }: ProbeJob): TextScanner {
  return new TextScanner(needles.map((needle) => Buffer.from(needle)));
}

function probeNext({ files, next, states }: ProbeJob, scanner: TextScanner): boolean {
  const at = Atomics.add(next, 0, 1);
  const file = files[at];
  if (file === undefined) return false;
  let state = LACKS;
  try {
    scanner.scan(file, () => {
      state = MAY_HOLD;
      return false;
    });
  } catch {
    // Whoever reads it next meets the same error, and can tell it.
    state = MAY_HOLD;
  }
  Atomics.store(states, at, state);
  Atomics.notify(states, at);
  return true;
}
