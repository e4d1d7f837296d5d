import { Worker } from 'node:worker_threads';
import { type ListFacts, ListScanner, type SessionFile } from '@unspool/session';

/** What a list shows of a session, or why it could not be read. */
export type Scanned = { facts: ListFacts } | { error: string };

export interface ScanJob {
  sessions: readonly SessionFile[];
  /** Which to take first. */
  order: readonly number[];
  /** The next place in `order`, shared by all who take. */
  next: Int32Array;
}

/** Smaller collections are read before a thread has started. */
const WORTH_A_THREAD = 64 * 1024 * 1024;

/**
 * List facts of sessions. A second thread helps with large collections: it is started while sessions are still being
 * found, so that it is ready when there is something to read.
 */
export class SessionScan {
  private expected = 0;
  private worker: Worker | undefined;

  /** Told of sessions as they are found. */
  expect(found: readonly SessionFile[]): void {
    this.expected += totalSize(found);
    if (this.worker || this.expected < WORTH_A_THREAD) return;
    this.worker = new Worker(new URL('./list-worker.js', import.meta.url));
    // Without a second thread the first does everything.
    this.worker.on('error', () => {});
  }

  /** In the order of the sessions. The two threads take the next session in turn, the largest first. */
  async run(sessions: readonly SessionFile[], step: () => void): Promise<Scanned[]> {
    const order = sessions.map((_, at) => at).sort((a, b) => sizeOf(sessions[b]) - sizeOf(sessions[a]));
    const job = { sessions, order, next: new Int32Array(new SharedArrayBuffer(4)) };
    const other = this.hand(job);
    const own = scanNext(job, step);
    const results = new Map<number, Scanned>([...own, ...(await other)]);
    const scanner = new ListScanner();
    // What a failed worker had taken is read again.
    return sessions.map((session, at) => results.get(at) ?? scanOne(scanner, session));
  }

  private async hand(job: ScanJob): Promise<[number, Scanned][]> {
    const { worker } = this;
    if (!worker) return [];
    this.worker = undefined;
    if (totalSize(job.sessions) < WORTH_A_THREAD) {
      await worker.terminate();
      return [];
    }
    return new Promise((resolve) => {
      worker.once('message', resolve);
      worker.once('exit', () => resolve([]));
      worker.postMessage(job);
    });
  }
}

/** Takes sessions until none is left. */
export function scanNext({ sessions, order, next }: ScanJob, step: () => void): [number, Scanned][] {
  const scanner = new ListScanner();
  const results: [number, Scanned][] = [];
  for (;;) {
    const at = order[Atomics.add(next, 0, 1)];
    const session = at === undefined ? undefined : sessions[at];
    if (at === undefined || !session) return results;
    results.push([at, scanOne(scanner, session)]);
    step();
  }
}

function scanOne(scanner: ListScanner, session: SessionFile): Scanned {
  const agents = session.agentFiles.map((agent) => agent.file);
  try {
    return { facts: scanner.scan({ main: session.file, agents, size: session.size }) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function totalSize(sessions: readonly SessionFile[]): number {
  return sessions.reduce((sum, session) => sum + sizeOf(session), 0);
}

function sizeOf(session: SessionFile | undefined): number {
  return session ? session.agentFiles.reduce((sum, agent) => sum + agent.size, session.size) : 0;
}
