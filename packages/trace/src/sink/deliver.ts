import type { SentSpan } from '../otlp/sent-span.js';
import type { Outcome } from './outcome.js';
import type { Sink } from './sink.js';

export interface RejectedSpan {
  span: SentSpan;
  reason: string;
}

export type Delivery =
  | { kind: 'settled'; accepted: number; rejected: RejectedSpan[]; leftOut: number; notes: string[] }
  /** Nothing more can be sent now. The first `settled` spans of the batch were accepted or put aside. */
  | {
      kind: 'stopped';
      settled: number;
      rejected: RejectedSpan[];
      /** How many spans a receiver rejected without saying which. */
      leftOut: number;
      notes: string[];
      reason: string;
      isBlocked: boolean;
      afterMs: number;
    };

export interface RetryPolicy {
  /** How often one request is tried before sending stops for now. */
  tries: number;
  /** The first pause; each further pause is twice as long, up to `maxMs`. */
  firstMs: number;
  maxMs: number;
  sleep(ms: number): Promise<void>;
  /** Between 0 and 1: spreads the retries of many senders. */
  random(): number;
}

/**
 * Sends a batch until every span is accepted or put aside. Splits requests that are too large or refused in half, until a
 * bad span is alone and the others are sent. Retries temporary failures.
 */
export async function deliver(sink: Sink, spans: readonly SentSpan[], retryPolicy: RetryPolicy): Promise<Delivery> {
  const rejected: RejectedSpan[] = [];
  const notes: string[] = [];
  const parts: (readonly SentSpan[])[] = spans.length > 0 ? [spans] : [];
  let settled = 0;
  let leftOut = 0;
  for (let part = parts.shift(); part; part = parts.shift()) {
    const outcome = await sendWithRetries(sink, part, retryPolicy);
    switch (outcome.kind) {
      case 'accepted':
        settled += part.length;
        if (outcome.note) {
          const rejectedSpans = Math.min(part.length, Math.max(0, outcome.note.rejectedSpans));
          notes.push(noteOf({ ...outcome.note, rejectedSpans }));
          leftOut += rejectedSpans;
        }
        break;
      case 'too_large':
      case 'rejected': {
        const [only] = part;
        if (part.length === 1 && only) {
          rejected.push({ span: only, reason: outcome.reason });
          settled++;
          if (rejected.length === DOUBTFUL && settled === DOUBTFUL && (await refusesNothing(sink))) {
            const reason = `${outcome.reason}; a request without spans is refused as well`;
            return { kind: 'stopped', settled: 0, rejected: [], leftOut, notes, reason, isBlocked: true, afterMs: 0 };
          }
        } else {
          const half = Math.ceil(part.length / 2);
          parts.unshift(part.slice(0, half), part.slice(half));
        }
        break;
      }
      case 'retry':
      case 'blocked': {
        const isBlocked = outcome.kind === 'blocked';
        const afterMs = outcome.kind === 'retry' ? (outcome.afterMs ?? 0) : 0;
        return { kind: 'stopped', settled, rejected, leftOut, notes, reason: outcome.reason, isBlocked, afterMs };
      }
    }
  }
  return { kind: 'settled', accepted: spans.length - rejected.length - leftOut, rejected, leftOut, notes };
}

/** If this many single spans are refused before any is accepted, the spans may not be the reason. */
const DOUBTFUL = 2;

/** A server that refuses an empty request refuses everything: a wrong address, or a proxy in between. */
async function refusesNothing(sink: Sink): Promise<boolean> {
  return (await sink.send([])).kind !== 'accepted';
}

async function sendWithRetries(sink: Sink, spans: readonly SentSpan[], retryPolicy: RetryPolicy): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await sink.send(spans);
    if (outcome.kind !== 'retry' || attempt >= retryPolicy.tries) return outcome;
    const backoff =
      Math.min(retryPolicy.maxMs, retryPolicy.firstMs * 2 ** (attempt - 1)) * (0.5 + retryPolicy.random() / 2);
    // If the server asks for a longer pause than ours, a later sender tries again.
    if (outcome.afterMs !== undefined && outcome.afterMs > retryPolicy.maxMs) return outcome;
    await retryPolicy.sleep(Math.max(backoff, outcome.afterMs ?? 0));
  }
}

function noteOf({ rejectedSpans, message }: { rejectedSpans: number; message: string }): string {
  if (rejectedSpans === 0) return message;
  return `${rejectedSpans === 1 ? 'a span was' : `${rejectedSpans} spans were`} rejected: ${message}`;
}
