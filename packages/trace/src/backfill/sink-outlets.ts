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
  /** How many of those came from the queue; absent if none did. */
  waited?: number;
  rejected: number;
  /** Sending stopped; the rest is in the queue. */
  isStopped: boolean;
  reason?: string;
}

const BUSY = 'another process is sending';

/** A queue of this size is sent before more is exported, so that neither disk nor memory fills up. */
const SEND_AT = 8 * 1024 * 1024;

/** Sends a backfill's spans: directly to each sink, or through its queue if another process is sending or the sink is down. */
export class SinkOutlets {
  readonly outlets = new Map<string, DirectOutlet>();
  readonly pending: ReadonlyMap<string, PendingSpans>;
  private readonly progress = new Map<string, SinkProgress>();

  constructor(
    private readonly sinks: readonly SinkConfig[],
    private readonly world: WorkerWorld,
  ) {
    this.pending = new Map(sinks.map(({ name }) => [name, new PendingSpans(world.folder.traces(name))]));
  }

  /** Sends the queues first, since their spans are older. */
  async open(): Promise<void> {
    await this.drainQueues(this.sinks);
    for (const sink of this.sinks) this.openOutlet(sink);
  }

  get isFull(): boolean {
    for (const outlet of this.outlets.values()) if (outlet.isFull) return true;
    return false;
  }

  /** Spans are being sent in the background; the caller must yield to the event loop from time to time. */
  get isSending(): boolean {
    for (const outlet of this.outlets.values()) if (outlet.isSending) return true;
    return false;
  }

  get isStopped(): boolean {
    for (const outlet of this.outlets.values()) if (outlet.stopped !== undefined) return true;
    return false;
  }

  /** Sends full batches in the background. */
  async pump(): Promise<void> {
    await Promise.all([...this.outlets.values()].map((outlet) => outlet.pump()));
  }

  async flush(): Promise<void> {
    await Promise.all([...this.outlets.values()].map((outlet) => outlet.flush()));
  }

  /** A session was committed: its spans are no longer pending. */
  settle(key: string): void {
    for (const pending of this.pending.values()) pending.settle(key);
  }

  /** Marks to check later whether the sinks have everything exported so far. */
  marks(): ReadonlyMap<DirectOutlet, number> {
    return new Map([...this.outlets.values()].map((outlet) => [outlet, outlet.mark]));
  }

  isMuchWaiting(): boolean {
    return this.queued().some(({ name }) => queuedBytes(this.world.folder.queue(name), SEND_AT) >= SEND_AT);
  }

  /** Sends the queues of sinks without a working outlet. False if no sink accepts anything. */
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

  /** Sends what hooks queued in the meantime, and returns the results. */
  async finish(): Promise<SinkProgress[]> {
    await this.drainQueues(this.sinks.filter(({ name }) => !this.progressOf(name).isStopped));
    return this.sinks.map(({ name }) => this.withRest(this.progressOf(name)));
  }

  /** Reports a queue that is not empty: the process that is sending it may not finish. */
  private withRest(progress: SinkProgress): SinkProgress {
    if (progress.isStopped || queuedFiles(this.world.folder.queue(progress.name)).length === 0) return progress;
    return { ...progress, isStopped: true, reason: progress.reason ?? BUSY };
  }

  private queued(): SinkConfig[] {
    return this.sinks.filter(({ name }) => this.outlets.get(name)?.stopped !== undefined || !this.outlets.has(name));
  }

  private openOutlet(sink: SinkConfig): void {
    const { folder, retryPolicy, now, isStopped } = this.world;
    if (this.progressOf(sink.name).isStopped) return;
    const lock = tryLock(sendLock(folder, sink.name), { staleMs: SEND_STALE_MS, now });
    if (!lock) return;
    this.outlets.set(
      sink.name,
      new DirectOutlet(sinkOf(sink, this.world), { folder, retryPolicy, now, isStopped, lock }),
    );
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
