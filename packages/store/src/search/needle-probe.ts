import { isInFile, type Needle, NeedleKernel } from '@unspool/session/facts';

/** Looks through files for bytes; several threads may share one. */
export interface ProbeJob {
  files: readonly string[];
  needles: readonly Needle[];
  /** The next file to take, shared by all who take. */
  next: Int32Array;
  /** Of each file: 0 not known yet, or one of the two below. */
  states: Int32Array;
  /** How many may hold a needle so far. */
  held: Int32Array;
  /** So many are enough: nobody takes another file. */
  most: number;
}

const LACKS = 1;
const MAY_HOLD = 2;

export function newProbe(files: readonly string[], needles: readonly Needle[], most = files.length + 1): ProbeJob {
  const shared = (length: number) => new Int32Array(new SharedArrayBuffer(Math.max(1, length) * 4));
  return { files, needles, next: shared(1), states: shared(files.length), held: shared(1), most };
}

/** Another probe of the same needles in files of the first, which need not be looked at again. */
export function probeAgain(first: ProbeJob, files: readonly string[]): ProbeJob {
  const known = new Map(first.files.map((file, at) => [file, Atomics.load(first.states, at)]));
  const job = newProbe(files, first.needles);
  files.forEach((file, at) => {
    job.states[at] = known.get(file) ?? 0;
  });
  return job;
}

/** Takes files until none is left. */
export function probeAll(job: ProbeJob): void {
  const kernel = new NeedleKernel(job.needles);
  while (probeNext(job, kernel));
}

/** The files that may hold a needle, when all are known; undefined when there are too many. Does its share of the looking. */
export function holdingFiles(job: ProbeJob): string[] | undefined {
  probeAll(job);
  const files: string[] = [];
  for (const [at, file] of job.files.entries()) {
    if (Atomics.load(job.held, 0) >= job.most) return undefined;
    if (stateOf(job, at) === MAY_HOLD) files.push(file);
  }
  return files;
}

/** Says of files, in their order, whether they may hold one of the needles; does its share of the looking. */
export function probeInOrder(job: ProbeJob): (at: number) => boolean {
  const kernel = new NeedleKernel(job.needles);
  return (at) => {
    while (Atomics.load(job.states, at) === 0) {
      // Another thread is at it: look at the next ones meanwhile, and wait only when there are none.
      if (!probeNext(job, kernel)) break;
    }
    return stateOf(job, at) === MAY_HOLD;
  };
}

/** Nobody takes another file. */
export function endProbe(job: ProbeJob): void {
  Atomics.store(job.next, 0, job.files.length);
}

/** Waits while another thread looks at a file. */
function stateOf({ states }: ProbeJob, at: number): number {
  while (Atomics.load(states, at) === 0) {
    if (Atomics.wait(states, at, 0, PATIENCE_MS) === 'timed-out') return MAY_HOLD;
  }
  return Atomics.load(states, at);
}

/** Who waits longer looks for itself: the other thread may have failed. */
const PATIENCE_MS = 2000;

function probeNext({ files, next, states, held, most }: ProbeJob, kernel: NeedleKernel): boolean {
  if (Atomics.load(held, 0) >= most) return false;
  const at = Atomics.add(next, 0, 1);
  const file = files[at];
  if (file === undefined) return false;
  if (Atomics.load(states, at) !== 0) return true;
  const mayHold = mayBeIn(file, kernel);
  if (mayHold) Atomics.add(held, 0, 1);
  Atomics.store(states, at, mayHold ? MAY_HOLD : LACKS);
  Atomics.notify(states, at);
  return true;
}

function mayBeIn(file: string, kernel: NeedleKernel): boolean {
  try {
    return isInFile(file, kernel);
  } catch {
    // Whoever reads it next meets the same error, and can tell it.
    return true;
  }
}
