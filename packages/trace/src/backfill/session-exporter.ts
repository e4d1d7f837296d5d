import {
  type BegunExport,
  beginExport,
  commitExport,
  type ExportWorld,
  exportTurn,
  finishTurns,
  type OpenedExport,
} from '../hook/export-session.js';
import type { DirectOutlet } from './direct-outlet.js';
import { type BackfillSession, SessionEvents } from './session-events.js';
import type { SinkOutlets } from './sink-outlets.js';

export interface BackfillCounts {
  sessions: number;
  turns: number;
  /** Number of spans, each counted once for all sinks. */
  spans: number;
  /** Number of sessions with an open turn, which is left for later. */
  open: number;
  /** Sessions that another process was exporting, or that could not be read. */
  skipped: { file: string; reason: string }[];
  /** Files with lines that could not be read in full, and how many. These lines are in no span. */
  unread: { file: string; lines: number }[];
}

/** Maximum number of sessions that stay locked while their spans wait for a batch to fill up. */
const MAX_WAITING = 24;
/** Maximum number of batches that are sent again if the process is killed. */
const MAX_BATCHES = 16;
const TOUCH_MS = 10_000;

/** Exports sessions one after another. A session is committed once its last span was sent or is in the queue. */
export class SessionExporter {
  private readonly waiting: BegunExport[] = [];
  /** How far each sink must be before a session can be committed. */
  private readonly marks = new WeakMap<BegunExport, ReadonlyMap<DirectOutlet, number>>();
  /** Sent sessions that are being flushed while others are exported. */
  private settling: readonly BegunExport[] = [];
  private settled: Promise<void> = Promise.resolve();
  /** Number of batches sent since the last commit. */
  private batches = 0;
  private readonly events: SessionEvents;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly world: ExportWorld,
    private readonly ways: SinkOutlets,
    private readonly result: BackfillCounts,
    private readonly isStopped: () => boolean,
  ) {
    this.events = new SessionEvents(world.now);
    // A sink may block for minutes. Touching the locks shows other processes that this one is alive.
    this.timer = setInterval(() => {
      for (const { lock } of this.locked) lock.touch();
    }, TOUCH_MS);
    this.timer.unref();
  }

  async export(session: BackfillSession): Promise<void> {
    const opened = this.open(session);
    if (opened?.kind !== 'opened') return;
    const { begun, trace } = opened;
    this.waiting.push(begun);
    try {
      for (const turn of trace.turns) {
        // The turns exported so far are committed.
        if (this.isStopped()) return;
        exportTurn(begun, trace, turn);
        await this.letGo();
      }
      finishTurns(begun, trace);
      for (const [file, lines] of trace.unread) this.result.unread.push({ file, lines });
      this.marks.set(begun, this.ways.marks());
    } catch (error) {
      // The turns exported so far are still committed.
      this.skip(session.file, messageOf(error));
    }
    this.commitSent();
    if (this.waiting.length >= MAX_WAITING) await this.beginCommit(this.waiting.length);
  }

  private open(session: BackfillSession): OpenedExport | undefined {
    const { file } = session;
    try {
      const event = this.events.of(session);
      // A running session may have new sub-agents since it was listed.
      const listed = event.isEnded && 'agentFiles' in session ? session : undefined;
      const opened = beginExport(file, event, this.world, listed);
      if (opened.kind === 'busy') this.skip(file, 'a hook is exporting it');
      return opened;
    } catch (error) {
      this.skip(file, messageOf(error));
      return undefined;
    }
  }

  /** Commits the sessions whose last span has arrived, without waiting for others. */
  private commitSent(): void {
    for (let [first] = this.waiting; first; [first] = this.waiting) {
      const marks = this.marks.get(first);
      if (!marks || ![...marks].every(([outlet, mark]) => outlet.isPast(mark))) return;
      this.waiting.shift();
      this.commit(first);
    }
  }

  /** Sends what is waiting, then commits and unlocks its sessions. */
  async flush(): Promise<void> {
    await this.beginCommit(this.waiting.length);
    await this.settled;
  }

  /** Starts to commit the first `count` waiting sessions. Only the next commit waits for the disk. */
  private async beginCommit(count: number): Promise<void> {
    await this.settled;
    this.batches = 0;
    this.settling = this.waiting.splice(0, count);
    this.settled = this.commitWhenSafe(this.settling);
    // The error reaches the next caller that awaits it.
    this.settled.catch(() => {});
  }

  private async commitWhenSafe(done: readonly BegunExport[]): Promise<void> {
    await this.ways.flush();
    this.settling = [];
    for (const begun of done) this.commit(begun);
  }

  release(): void {
    clearInterval(this.timer);
    for (const { lock } of this.locked) lock.release();
  }

  private get locked(): BegunExport[] {
    return [...this.settling, ...this.waiting];
  }

  /** Lets full batches be sent in the background. */
  private async letGo(): Promise<void> {
    if (!this.ways.isFull) {
      if (this.ways.isSending) await new Promise(setImmediate);
      return;
    }
    const isMuch = this.batches >= MAX_BATCHES;
    if (this.ways.isStopped || (isMuch && this.waiting.length < 2)) {
      await this.flushPart();
      return;
    }
    if (isMuch) await this.beginCommit(this.waiting.length - 1);
    this.batches++;
    await this.ways.pump();
  }

  /** Commits in the middle of a session: all sessions before it, and a part of this one. */
  private async flushPart(): Promise<void> {
    await this.beginCommit(this.waiting.length - 1);
    await this.settled;
    const last = this.waiting.at(-1);
    for (const receiver of last?.receivers ?? []) receiver.commit();
    this.settle(last);
  }

  private commit(begun: BegunExport): void {
    const { result } = this;
    try {
      const exported = commitExport(begun);
      if (exported.kind !== 'exported') return;
      if (exported.isFull) this.skip(begun.seen.file, 'the queue is full');
      if (exported.turns > 0) result.sessions++;
      if (exported.isOpen) result.open++;
      result.turns += exported.turns;
      result.spans += exported.queued;
    } catch (error) {
      this.skip(begun.seen.file, messageOf(error));
    } finally {
      begun.lock.release();
      this.settle(begun);
    }
  }

  private settle(begun: BegunExport | undefined): void {
    // In a dry run nothing is written, so pending spans must stay known to later sessions.
    if (this.world.isDry) return;
    for (const { key } of begun?.receivers ?? []) this.ways.settle(key);
  }

  private skip(file: string, reason: string): void {
    this.result.skipped.push({ file, reason });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
