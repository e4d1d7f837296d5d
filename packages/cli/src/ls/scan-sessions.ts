import { Worker } from 'node:worker_threads';
import { type ListFacts, type SessionFile, scanList } from '@unspool/session';

/** What a list shows of a session, or why it could not be read. */
export type Scanned = { facts: ListFacts } | { error: string };

export interface ScanJob {
  sessions: readonly SessionFile[];
  /** Which to take first. */
  order: readonly number[];
  /** The next place in `order`, shared by all who take. */
  next: Int32Array;
}

/** Less is read before a thread has started. */
const WORTH_A_THREAD = 64 * 1024 * 1024;

type Results = [number, Scanned][];

/**
 * List facts of sessions. For large collections a second thread helps: it starts while sessions are still being listed,
 * with those found so far. 1 GB takes 0.67 s with it and 0.85 s without: 2.3 and 2.9 times as long as `cat`, where at most
 * 2.5 is wanted.
 */
export class SessionScan {
  private found: SessionFile[] = [];
  private expected = 0;
  private thread: ScanThread | undefined;
  private begun: { sessions: readonly SessionFile[]; results: Promise<Results> } | undefined;

  /** Called for sessions as they are found. */
  expect(found: readonly SessionFile[]): void {
    if (this.thread) return;
    this.found.push(...found.filter((session) => session.hasMain));
    this.expected += totalSize(found);
    if (this.expected < WORTH_A_THREAD) return;
    this.thread = new ScanThread();
    this.begun = { sessions: this.found, results: this.thread.scan(jobOf(this.found)) };
  }

  /** In the order of the sessions. Both threads take the largest session left, one after another. */
  async run(sessions: readonly SessionFile[], step: () => void): Promise<Scanned[]> {
    const { thread } = this;
    if (totalSize(sessions) < WORTH_A_THREAD) await thread?.end();
    const begun = new Set(thread?.isRunning ? this.begun?.sessions : []);
    const job = jobOf(sessions.filter((session) => !begun.has(session)));
    const other = thread?.scan(job);
    const own = scanNext(job, step);
    const results = new Map<SessionFile | undefined, Scanned>();
    for (const [at, scanned] of [...own, ...((await other) ?? [])]) results.set(job.sessions[at], scanned);
    for (const [at, scanned] of (await this.begun?.results) ?? []) results.set(this.begun?.sessions[at], scanned);
    await thread?.end();
    // What a failed thread had taken is read again.
    return sessions.map((session) => results.get(session) ?? scanOne(session));
  }
}

/** Does one job after another. Each is answered whatever happens to the thread: with nothing if it failed. */
class ScanThread {
  isRunning = true;
  private readonly worker = new Worker(new URL('./list-worker.js', import.meta.url));
  private readonly waiting: ((results: Results) => void)[] = [];

  constructor() {
    this.worker.on('message', (results: Results) => this.waiting.shift()?.(results));
    // Without a second thread the first does everything.
    this.worker.on('error', () => {});
    this.worker.on('exit', () => {
      this.isRunning = false;
      for (const answer of this.waiting.splice(0)) answer([]);
    });
  }

  scan(job: ScanJob): Promise<Results> {
    if (!this.isRunning) return Promise.resolve([]);
    this.worker.postMessage(job);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

function jobOf(sessions: readonly SessionFile[]): ScanJob {
  const order = sessions.map((_, at) => at).sort((a, b) => sizeOf(sessions[b]) - sizeOf(sessions[a]));
  return { sessions, order, next: new Int32Array(new SharedArrayBuffer(4)) };
}

/** Takes sessions until none is left. */
export function scanNext({ sessions, order, next }: ScanJob, step: () => void): Results {
  const results: Results = [];
  for (;;) {
    const at = order[Atomics.add(next, 0, 1)];
    const session = at === undefined ? undefined : sessions[at];
    if (at === undefined || !session) return results;
    results.push([at, scanOne(session)]);
    step();
  }
}

function scanOne(session: SessionFile): Scanned {
  const agents = session.agentFiles.map((agent) => agent.file);
  try {
    return { facts: scanList({ main: session.file, agents }) };
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
