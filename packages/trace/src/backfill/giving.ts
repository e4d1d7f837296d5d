import { livenessOf } from '@unspool/session';
import {
  type BegunExport,
  beginExport,
  commitExport,
  type ExportWorld,
  giveTurns,
  type SessionEvent,
} from '../hook/export-session.js';
import type { WaysOut } from './ways-out.js';

export interface BackfillSession {
  file: string;
  mtimeMs: number;
}

export interface GivenSoFar {
  sessions: number;
  turns: number;
  spans: number;
  skipped: { file: string; reason: string }[];
}

/** Sessions that are given and locked while their spans wait for a batch to fill up. */
const MOST_WAITING = 24;
const TOUCH_MS = 10_000;

/** Gives sessions one after another. A session counts as given when its last span was sent, or stands in the queue. */
export class Giving {
  private waiting: BegunExport[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly world: ExportWorld,
    private readonly ways: WaysOut,
    private readonly result: GivenSoFar,
  ) {
    // A sink can make us wait for minutes: others must not take us for dead.
    this.timer = setInterval(() => {
      for (const { lock } of this.waiting) lock.touch();
    }, TOUCH_MS);
    this.timer.unref();
  }

  async give(session: BackfillSession): Promise<void> {
    const { file } = session;
    try {
      const begun = beginExport(file, eventOf(session, this.world), this.world);
      if (begun.kind === 'busy') this.skip(file, 'a hook is at it');
      if (begun.kind !== 'begun') return;
      this.waiting.push(begun);
      for (const _ of giveTurns(begun)) if (this.ways.isFull) await this.flushPart();
    } catch (error) {
      this.skip(file, messageOf(error));
      // What was given of it before is written down as far as it goes.
    }
    if (this.waiting.length >= MOST_WAITING || this.ways.isFull) await this.flush();
  }

  /** Sends what waits, then writes down whose it was and lets the sessions go. */
  async flush(): Promise<void> {
    await this.ways.flush();
    const done = this.waiting;
    this.waiting = [];
    for (const begun of done) this.commit(begun);
    this.ways.settle();
  }

  release(): void {
    clearInterval(this.timer);
    for (const { lock } of this.waiting) lock.release();
  }

  /** In the middle of a session: those before it are done, of itself a part is. */
  private async flushPart(): Promise<void> {
    await this.ways.flush();
    const last = this.waiting.pop();
    for (const begun of this.waiting) this.commit(begun);
    this.waiting = last ? [last] : [];
    for (const receiver of last?.receivers ?? []) receiver.commit();
    this.ways.settle();
  }

  private commit(begun: BegunExport): void {
    const { result } = this;
    try {
      const exported = commitExport(begun);
      if (exported.kind !== 'exported') return;
      if (exported.isFull) this.skip(begun.seen.file, 'the queue is full');
      if (exported.turns > 0) result.sessions++;
      result.turns += exported.turns;
      result.spans += exported.queued;
    } catch (error) {
      this.skip(begun.seen.file, messageOf(error));
    } finally {
      begun.lock.release();
    }
  }

  private skip(file: string, reason: string): void {
    this.result.skipped.push({ file, reason });
  }
}

/** Asking who holds a file open takes longer than reading most of them: it is asked only of what was used lately. */
const LATELY_MS = 24 * 3_600_000;

function eventOf({ file, mtimeMs }: BackfillSession, { now }: ExportWorld): SessionEvent {
  const isLive = now() - mtimeMs < LATELY_MS && livenessOf(file, { now: now() }).isLive;
  return isLive ? {} : { isEnded: true, isQuiet: true };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
