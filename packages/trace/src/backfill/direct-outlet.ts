import type { Outlet, SpanGiver } from '../hook/outlet.js';
import { spanJson } from '../otlp/encode-json.js';
import type { SentSpan } from '../otlp/sent-span.js';
import { LIMITS, noteDelivery, putAside } from '../queue/drain.js';
import { hasFilesOf, type QueueFolders } from '../queue/queue-files.js';
import { writeSinkRecordLightly } from '../queue/sink-record.js';
import { deliver, type Patience } from '../sink/deliver.js';
import type { Sink } from '../sink/sink.js';
import type { Lock } from '../state/lock.js';
import type { TraceFolder } from '../state/trace-folder.js';

export interface DirectWorld {
  folder: TraceFolder;
  patience: Patience;
  now: () => number;
  /** Of sending to this sink. */
  lock: Lock;
}

const TOUCH_MS = 10_000;

/**
 * Sends a backfill's spans without a queue: its source is on disk, and what was not sent is made again. Only what a sink
 * that went away did not take is put into the queue.
 */
export class DirectOutlet implements Outlet {
  sent = 0;
  rejected = 0;
  /** Why nothing more can be sent. */
  stopped: string | undefined;
  private spans: SentSpan[] = [];
  private givers: SpanGiver[] = [];
  private bytes = 0;
  private readonly pending = new Map<string, SpanGiver>();
  private readonly folders: QueueFolders;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly sink: Sink,
    private readonly world: DirectWorld,
  ) {
    const { folder, lock } = world;
    this.timer = setInterval(() => lock.touch(), TOUCH_MS);
    this.timer.unref();
    this.folders = { queue: folder.queue(sink.name), staging: folder.staging(sink.name) };
  }

  get isFull(): boolean {
    return this.spans.length >= LIMITS.spans || this.bytes >= LIMITS.bytes;
  }

  isOpenFor(key: string): boolean {
    return this.stopped === undefined && !hasFilesOf(this.folders, key);
  }

  take(giver: SpanGiver, span: SentSpan): void {
    this.spans.push(span);
    this.givers.push(giver);
    this.bytes += spanJson(span).length;
    this.pending.set(giver.key, giver);
  }

  pendingOf(key: string): Iterable<string> {
    return this.pending.get(key)?.pending ?? [];
  }

  /** Sends all that was taken. Then the givers can be committed. */
  async flush(): Promise<void> {
    while (this.spans.length > 0 && this.stopped === undefined) await this.sendSome();
    // The sink went away: the queue keeps them until it is back.
    this.spans.forEach((span, at) => {
      this.givers[at]?.hold(span);
    });
    this.drop(this.spans.length);
  }

  close(): void {
    clearInterval(this.timer);
    this.world.lock.release();
  }

  /** All givers that had something pending are committed. */
  settle(): void {
    this.pending.clear();
  }

  private async sendSome(): Promise<void> {
    const { sink, world } = this;
    const batch = this.spans.slice(0, this.countOfBatch());
    const delivery = await deliver(sink, batch, world.patience);
    putAside(sink.name, delivery.rejected, world);
    this.sent += noteDelivery(sink.name, delivery, { ...world, write: writeSinkRecordLightly });
    this.rejected += delivery.rejected.length;
    world.lock.touch();
    if (delivery.kind === 'stopped') this.stopped = delivery.reason;
    this.drop(delivery.kind === 'stopped' ? delivery.settled : batch.length);
  }

  /** A turn can bring far more than a batch may hold. */
  private countOfBatch(): number {
    let bytes = 0;
    let count = 0;
    for (const span of this.spans) {
      bytes += spanJson(span).length;
      if (count > 0 && (count >= LIMITS.spans || bytes > LIMITS.bytes)) break;
      count++;
    }
    return count;
  }

  private drop(count: number): void {
    this.spans = this.spans.slice(count);
    this.givers = this.givers.slice(count);
    this.bytes = this.spans.reduce((sum, span) => sum + spanJson(span).length, 0);
  }
}
