import type { Outlet, SpanSource } from '../hook/outlet.js';
import { encodedSize, encodedSpan } from '../otlp/encode-json.js';
import type { SentSpan } from '../otlp/sent-span.js';
import { acceptedOf, LIMITS, noteDelivery, putAside, refusedOf, STOPPED_BY_HAND } from '../queue/drain.js';
import { hasFilesOf, type QueueFolders, queueFolders } from '../queue/queue-files.js';
import { writeSinkRecordLightly } from '../queue/sink-record.js';
import { type Delivery, deliver, type RetryPolicy } from '../sink/deliver.js';
import type { Sink } from '../sink/sink.js';
import type { Lock } from '../state/lock.js';
import { StatePack } from '../state/state-pack.js';
import type { TraceFolder } from '../state/trace-folder.js';

export interface DirectWorld {
  folder: TraceFolder;
  retryPolicy: RetryPolicy;
  now: () => number;
  isStopped?: (() => boolean) | undefined;
  /** The sink's send lock. */
  lock: Lock;
}

const TOUCH_MS = 10_000;

/**
 * Sends the spans of a backfill without a queue, since unsent spans can be rebuilt from the transcripts. Only if the sink
 * fails are the remaining spans queued.
 */
export class DirectOutlet implements Outlet {
  sent = 0;
  rejected = 0;
  /** Why sending stopped; undefined while it works. */
  stopped: string | undefined;
  readonly pack: StatePack;
  private readonly taken: SentSpan[] = [];
  /** The source of each span in `taken`. */
  private readonly sources: SpanSource[] = [];
  private bytes = 0;
  /** Number of spans taken so far. */
  mark = 0;
  private done = 0;
  private isUnsettled = false;
  /** Number of accepted spans that the sink's record does not count yet. */
  private unnoted = 0;
  private sending: Promise<void> | undefined;
  private readonly folders: QueueFolders;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly sink: Sink,
    private readonly world: DirectWorld,
  ) {
    const { folder, lock } = world;
    this.timer = setInterval(() => lock.touch(), TOUCH_MS);
    this.timer.unref();
    this.pack = new StatePack(folder.pack(sink.name));
    this.folders = queueFolders(folder, sink.name);
  }

  get isFull(): boolean {
    return this.taken.length >= LIMITS.spans || this.bytes >= LIMITS.bytes;
  }

  get isSending(): boolean {
    return this.sending !== undefined;
  }

  isOpenFor(key: string): boolean {
    return this.stopped === undefined && !hasFilesOf(this.folders, key);
  }

  take(source: SpanSource, spans: readonly SentSpan[]): void {
    for (const span of spans) {
      this.taken.push(span);
      this.sources.push(source);
      this.bytes += sizeOf(span);
    }
    this.mark += spans.length;
  }

  /** Whether the sink safely has all spans up to a mark. */
  isPast(mark: number): boolean {
    return this.sink.settle === undefined && this.done >= mark;
  }

  /** Starts sending a batch; waits only for the previous one. */
  async pump(): Promise<void> {
    await this.sending;
    if (this.isFull && this.stopped === undefined) this.begin();
  }

  /** Sends one batch at a time, since two would mix their lines in a file. */
  private begin(): Promise<void> {
    if (this.world.isStopped?.()) {
      this.stopped = STOPPED_BY_HAND;
      return Promise.resolve();
    }
    const sending = this.sendSome().finally(() => {
      this.sending = undefined;
    });
    // The error reaches the next caller that awaits it.
    sending.catch(() => {});
    this.sending = sending;
    return sending;
  }

  /** Sends everything taken so far and makes it safe, so that its sources can be committed. More may be taken meanwhile. */
  async flush(): Promise<void> {
    const { mark } = this;
    await this.sending;
    while (this.done < mark && this.taken.length > 0 && this.stopped === undefined) {
      await (this.sending ?? this.begin());
    }
    const { isUnsettled } = this;
    this.isUnsettled = false;
    if (isUnsettled) await this.sink.settle?.();
    if (this.stopped !== undefined) this.holdAll();
    if (this.unnoted > 0) this.note({ kind: 'settled', accepted: 0, rejected: [], leftOut: 0, notes: [] });
  }

  /** Puts the remaining spans into the queue. */
  private holdAll(): void {
    const { spans, sources } = this.takeAway(this.taken.length);
    sources.forEach((source, at) => {
      const span = spans[at];
      if (span) source.hold(span);
    });
  }

  close(): void {
    clearInterval(this.timer);
    this.pack.close();
    this.world.lock.release();
  }

  private async sendSome(): Promise<void> {
    const { sink, world } = this;
    const { spans, sources } = this.takeAway(this.countOfBatch());
    const delivery = await deliver(sink, spans, world.retryPolicy);
    putAside(sink.name, delivery.rejected, world);
    this.rejected += refusedOf(delivery);
    this.done += delivery.kind === 'stopped' ? delivery.settled : spans.length;
    // A sink that accepted nothing has nothing to flush, and perhaps no file.
    if (acceptedOf(delivery) > 0) this.isUnsettled = true;
    world.lock.touch();
    // Successes are recorded once for many batches.
    if (isPlain(delivery)) this.unnoted += delivery.accepted;
    else this.note(delivery);
    if (delivery.kind !== 'stopped') return;
    this.stopped = delivery.reason;
    this.putBack({ spans: spans.slice(delivery.settled), sources: sources.slice(delivery.settled) });
  }

  private note(delivery: Delivery): void {
    const { sink, world, unnoted } = this;
    this.unnoted = 0;
    const noted = withAccepted(delivery, unnoted);
    this.sent += noteDelivery(sink.name, noted, { ...world, write: writeSinkRecordLightly });
  }

  /** How many spans fit into a batch; a turn can have far more. */
  private countOfBatch(): number {
    let bytes = 0;
    let count = 0;
    for (const span of this.taken) {
      bytes += sizeOf(span);
      if (count > 0 && (count >= LIMITS.spans || bytes > LIMITS.bytes)) break;
      count++;
    }
    return count;
  }

  private takeAway(count: number): Taken {
    const spans = this.taken.splice(0, count);
    this.bytes -= encodedSize(spans);
    return { spans, sources: this.sources.splice(0, count) };
  }

  private putBack({ spans, sources }: Taken): void {
    this.taken.unshift(...spans);
    this.sources.unshift(...sources);
    this.bytes += encodedSize(spans);
  }
}

function isPlain(delivery: Delivery): delivery is Extract<Delivery, { kind: 'settled' }> {
  return delivery.kind === 'settled' && delivery.rejected.length === 0 && delivery.notes.length === 0;
}

function withAccepted(delivery: Delivery, more: number): Delivery {
  if (delivery.kind === 'settled') return { ...delivery, accepted: delivery.accepted + more };
  return { ...delivery, settled: delivery.settled + more };
}

/** Spans in order, and the source of each. */
interface Taken {
  spans: SentSpan[];
  sources: SpanSource[];
}

function sizeOf(span: SentSpan): number {
  return encodedSpan(span).bytes.length;
}
