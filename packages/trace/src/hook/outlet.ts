import type { SentSpan } from '../otlp/sent-span.js';
import type { StatePack } from '../state/state-pack.js';
import type { PendingSource } from './pending-spans.js';

/**
 * Sends to a sink without the queue, for callers that can rebuild the spans if sending fails. Spans count as exported only
 * once their source is committed, after they were sent.
 */
export interface Outlet {
  /** Where the state of completely sent sessions is recorded. */
  readonly pack: StatePack;
  /** False for sessions with spans in the queue: a newer span must not overtake an older one. */
  isOpenFor(key: string): boolean;
  take(source: SpanSource, spans: readonly SentSpan[]): void;
}

/** The source of a session's spans for one sink. */
export interface SpanSource extends PendingSource {
  /** Queues a span with the next commit. */
  hold(span: SentSpan): void;
}
