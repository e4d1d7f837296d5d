import { appendFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { sentSpan } from '../otlp/sent-span.js';
import { type Delivery, deliver, type RejectedSpan, type RetryPolicy } from '../sink/deliver.js';
import type { Sink } from '../sink/sink.js';
import { type Lock, tryLock } from '../state/lock.js';
import type { TraceFolder } from '../state/trace-folder.js';
import { queuedFiles, queueFolders } from './queue-files.js';
import { type BatchLimits, QueueReader } from './queue-reader.js';
import { pauseAfter, readSinkRecord, type SinkRecord, writeSinkRecord } from './sink-record.js';

export interface DrainOptions {
  folder: TraceFolder;
  retryPolicy: RetryPolicy;
  now: () => number;
  limits?: BatchLimits;
  /** Send even during the pause after a failure. */
  isForced?: boolean;
  /** True once sending should stop. */
  isStopped?: () => boolean;
  onSent?: (spans: number) => void;
}

export type Drained =
  | { kind: 'empty'; sent: number; rejected: number }
  /** Another process is sending. */
  | { kind: 'busy' }
  | { kind: 'waiting'; retryAt: number }
  | { kind: 'stopped'; sent: number; rejected: number; reason: string; isBlocked: boolean };

/** Receivers commonly refuse more than a few megabytes; Langfuse advises at most 3.5. */
export const LIMITS: BatchLimits = { spans: 512, bytes: 3 * 1024 * 1024 };
export const SEND_STALE_MS = 120_000;
const TOUCH_MS = 10_000;

/** Sends everything in a sink's queue. If another process is already sending, it is left to that process. */
export async function drain(sink: Sink, options: DrainOptions): Promise<Drained> {
  const { folder, now } = options;
  const record = readSinkRecord(folder.sinkFile(sink.name));
  if (!options.isForced && record.retryAt !== undefined && record.retryAt > now()) {
    return { kind: 'waiting', retryAt: record.retryAt };
  }
  const totals = { sent: 0, rejected: 0 };
  for (;;) {
    const lock = tryLock(sendLock(folder, sink.name), { staleMs: SEND_STALE_MS, now });
    if (!lock) return totals.sent > 0 ? { kind: 'empty', ...totals } : { kind: 'busy' };
    const timer = setInterval(() => lock.touch(), TOUCH_MS);
    timer.unref();
    let stopped: Drained | undefined;
    try {
      stopped = await drainLocked(sink, lock, totals, options);
    } finally {
      clearInterval(timer);
      lock.release();
    }
    if (stopped) return stopped;
    // A process that queued spans while we held the lock may have left them to us, so check again without it.
    if (queuedFiles(folder.queue(sink.name)).length === 0) return { kind: 'empty', ...totals };
  }
}

export function sendLock(folder: TraceFolder, sink: string): string {
  return join(folder.root, 'locks', `send.${sink}`);
}

async function drainLocked(
  sink: Sink,
  lock: Lock,
  totals: { sent: number; rejected: number },
  { folder, retryPolicy, now, limits = LIMITS, isStopped, onSent }: DrainOptions,
): Promise<Drained | undefined> {
  const reader = new QueueReader(queueFolders(folder, sink.name));
  const noting = () => ({ folder, now, broken: reader.broken, write: writeSinkRecord });
  if (reader.broken > 0) noteDelivery(sink.name, NOTHING_SENT, noting());
  for (let batch = reader.next(limits); batch; batch = reader.next(limits)) {
    if (isStopped?.()) return { kind: 'stopped', ...totals, reason: STOPPED_BY_HAND, isBlocked: false };
    const delivery = await deliver(sink, batch.spans, retryPolicy);
    if (acceptedOf(delivery) > 0) await sink.settle?.();
    // The machine slept, and another process took over and sends the same spans.
    if (!lock.isHeld()) return { kind: 'busy' };
    putAside(sink.name, delivery.rejected, { folder, now });
    if (delivery.kind === 'settled') reader.done(batch);
    else if (delivery.settled > 0) reader.doneFirst(batch, delivery.settled);
    const accepted = noteDelivery(sink.name, delivery, noting());
    totals.sent += accepted;
    totals.rejected += refusedOf(delivery);
    if (delivery.kind === 'stopped') {
      return { kind: 'stopped', ...totals, reason: delivery.reason, isBlocked: delivery.isBlocked };
    }
    onSent?.(accepted);
  }
  return undefined;
}

export const STOPPED_BY_HAND = 'it was interrupted';

const NOTHING_SENT: Delivery = { kind: 'settled', accepted: 0, rejected: [], leftOut: 0, notes: [] };

export interface NoteWorld {
  folder: TraceFolder;
  now: () => number;
  /** Number of queued spans that could not be read. */
  broken?: number;
  write(file: string, record: SinkRecord): void;
}

/** Records the result of a batch for `status` and for later senders. Returns how many spans were accepted. */
export function noteDelivery(sink: string, delivery: Delivery, { folder, now, broken = 0, write }: NoteWorld): number {
  const { rejected, notes } = delivery;
  const recordFile = folder.sinkFile(sink);
  const record = readSinkRecord(recordFile);
  const accepted = acceptedOf(delivery);
  record.sent += accepted;
  record.rejected += refusedOf(delivery);
  const complaint = complaintOf(rejected, notes, broken);
  if (complaint !== undefined) record.lastError = { at: now(), message: complaint };
  if (delivery.kind === 'stopped') {
    record.failures++;
    record.lastError = { at: now(), message: delivery.reason };
    record.retryAt = now() + Math.max(pauseAfter(record.failures), delivery.afterMs);
  } else {
    record.failures = 0;
    delete record.retryAt;
    if (accepted > 0) record.lastSentAt = now();
  }
  write(recordFile, record);
  return accepted;
}

export function acceptedOf(delivery: Delivery): number {
  return delivery.kind === 'settled' ? delivery.accepted : delivery.settled - refusedOf(delivery);
}

/** Spans that were refused one by one, and those that a receiver only counted. */
export function refusedOf({ rejected, leftOut }: Delivery): number {
  return rejected.length + leftOut;
}

function complaintOf(rejected: readonly RejectedSpan[], notes: readonly string[], broken: number): string | undefined {
  const [first] = rejected;
  if (first) {
    const count = rejected.length === 1 ? 'a span was' : `${rejected.length} spans were`;
    return `${count} refused, ${rejected.length === 1 ? '' : 'the first '}"${first.span.name}": ${first.reason}`;
  }
  if (notes.length > 0) return notes.join('; ');
  return broken > 0 ? `${broken} spans of the queue were lost; they are rebuilt from the transcript` : undefined;
}

const MAX_REJECTED_BYTES = 16 * 1024 * 1024;

/** Keeps refused spans for inspection; they are not sent again. */
export function putAside(
  sink: string,
  rejected: readonly RejectedSpan[],
  { folder, now }: Pick<NoteWorld, 'folder' | 'now'>,
): void {
  if (rejected.length === 0) return;
  const file = folder.rejected(sink);
  makeFolder(dirname(file), 0o700);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_REJECTED_BYTES) return;
  const at = new Date(now()).toISOString();
  const lines = rejected.map(({ span, reason }) => `${JSON.stringify({ at, reason, span: sentSpan(span) })}\n`);
  appendFileSync(file, lines.join(''), { mode: 0o600 });
}
