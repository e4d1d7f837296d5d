import { PendingSpans } from '../hook/pending-spans.js';
import { sendAll, sinkOf, type WorkerWorld } from '../hook/run-worker.js';
import { type Drained, SEND_STALE_MS, sendLock } from '../queue/drain.js';
import { queuedBytes, queuedFiles } from '../queue/queue-files.js';
import type { SinkConfig } from '../sink/sink-config.js';
import { tryLock } from '../state/lock.js';
import { DirectOutlet } from './direct-outlet.js';

export interface SinkProgress {
  name: string;
  sent: number;
  /** How many of those came out of the queue; left out when none did. */
  waited?: number;
  rejected: number;
  /** Nothing more could be sent: what was left waits in the queue. */
  isStopped: boolean;
  reason?: string;
}

const BUSY = 'another process is sending';

/** Sent whenever this much waits, so that neither disk nor memory fills up. */
const SEND_AT = 8 * 1024 * 1024;

/** How a backfill's spans leave: straight to the sink, and over the queue where somebody else is sending, or it is down. */
export class WaysOut {
  readonly outlets = new Map<string, DirectOutlet>();
  readonly pending: ReadonlyMap<string, PendingSpans>;
  private readonly progress = new Map<string, SinkProgress>();

  constructor(
    private readonly sinks: readonly SinkConfig[],
    private readonly world: WorkerWorld,
  ) {
    this.pending = new Map(sinks.map(({ name }) => [name, new PendingSpans(world.folder.traces(name))]));
  }

  /** What waits is older than what comes now: it goes first. */
  async open(): Promise<void> {
    await this.drainQueues(this.sinks);
    for (const sink of this.sinks) this.openOutlet(sink);
  }

  get isFull(): boolean {
    for (const outlet of this.outlets.values()) if (outlet.isFull) return true;
    return false;
  }

  /** Something is on its way while more is made: who makes it lets it go on from time to time. */
  get isSending(): boolean {
    for (const outlet of this.outlets.values()) if (outlet.isSending) return true;
    return false;
  }

  get isStopped(): boolean {
    for (const outlet of this.outlets.values()) if (outlet.stopped !== undefined) return true;
    return false;
  }

  /** Sends what is full in the background. */
  async pump(): Promise<void> {
    await Promise.all([...this.outlets.values()].map((outlet) => outlet.pump()));
  }

  async flush(): Promise<void> {
    await Promise.all([...this.outlets.values()].map((outlet) => outlet.flush()));
  }

  /** What was given of a session is written down. */
  settle(key: string): void {
    for (const pending of this.pending.values()) pending.settle(key);
  }

  /** To ask later whether all that was given up to now is with the sinks. */
  marks(): ReadonlyMap<DirectOutlet, number> {
    return new Map([...this.outlets.values()].map((outlet) => [outlet, outlet.mark]));
  }

  isMuchWaiting(): boolean {
    return this.queued().some(({ name }) => queuedBytes(this.world.folder.queue(name), SEND_AT) >= SEND_AT);
  }

  /** Sends the queues of sinks that have one. False when no sink takes anything. */
  async drain(): Promise<boolean> {
    const sinks = this.queued();
    for (const { name } of sinks) this.closeOutlet(name);
    await this.drainQueues(sinks);
    for (const sink of sinks) this.openOutlet(sink);
    return this.outlets.size > 0 || sinks.some(({ name }) => !this.progressOf(name).isStopped);
  }

  close(): void {
    for (const name of [...this.outlets.keys()]) this.closeOutlet(name);
  }

  /** The last of all: what hooks have queued meanwhile, too. */
  async finish(): Promise<SinkProgress[]> {
    await this.drainQueues(this.sinks.filter(({ name }) => !this.progressOf(name).isStopped));
    return this.sinks.map(({ name }) => this.withRest(this.progressOf(name)));
  }

  /** Who is sending just now may not come to the end of it: what waits is told. */
  private withRest(progress: SinkProgress): SinkProgress {
    if (progress.isStopped || queuedFiles(this.world.folder.queue(progress.name)).length === 0) return progress;
    return { ...progress, isStopped: true, reason: progress.reason ?? BUSY };
  }

  private queued(): SinkConfig[] {
    return this.sinks.filter(({ name }) => this.outlets.get(name)?.stopped !== undefined || !this.outlets.has(name));
  }

  private openOutlet(sink: SinkConfig): void {
    const { folder, patience, now, isStopped } = this.world;
    if (this.progressOf(sink.name).isStopped) return;
    const lock = tryLock(sendLock(folder, sink.name), { staleMs: SEND_STALE_MS, now });
    if (!lock) return;
    this.outlets.set(sink.name, new DirectOutlet(sinkOf(sink, this.world), { folder, patience, now, isStopped, lock }));
  }

  private closeOutlet(name: string): void {
    const outlet = this.outlets.get(name);
    if (!outlet) return;
    this.outlets.delete(name);
    outlet.close();
    const { sent, rejected, ...before } = this.progressOf(name);
    const isStopped = outlet.stopped !== undefined;
    this.progress.set(name, {
      name,
      ...(before.waited !== undefined && { waited: before.waited }),
      sent: sent + outlet.sent,
      rejected: rejected + outlet.rejected,
      isStopped,
      ...(outlet.stopped !== undefined && { reason: outlet.stopped }),
    });
  }

  private async drainQueues(sinks: readonly SinkConfig[]): Promise<void> {
    await Promise.all(
      sinks.map(async (sink) => {
        const drained = await sendAll(sink, this.world, true);
        this.progress.set(sink.name, progressAfter(this.progressOf(sink.name), drained));
      }),
    );
  }

  private progressOf(name: string): SinkProgress {
    return this.progress.get(name) ?? { name, sent: 0, rejected: 0, isStopped: false };
  }
}

function progressAfter({ name, sent, rejected, waited = 0 }: SinkProgress, drained: Drained): SinkProgress {
  const fromQueue = waited + ('sent' in drained ? drained.sent : 0);
  const known = { name, ...(fromQueue > 0 && { waited: fromQueue }) };
  switch (drained.kind) {
    case 'empty':
      return { ...known, sent: sent + drained.sent, rejected: rejected + drained.rejected, isStopped: false };
    case 'stopped': {
      const { reason } = drained;
      return { ...known, sent: sent + drained.sent, rejected: rejected + drained.rejected, isStopped: true, reason };
    }
    default:
      return { ...known, sent, rejected, isStopped: false, reason: BUSY };
  }
}
