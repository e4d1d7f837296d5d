import type { SentSpan } from '../otlp/sent-span.js';
import type { StatePack } from '../state/state-pack.js';
import type { PendingGiver } from './pending-spans.js';

/**
 * A way to a sink past the queue, for who sends at once and can make the spans again if that fails. What it takes counts
 * as given only when its giver is committed, after it was sent.
 */
export interface Outlet {
  /** What is written down of sessions that it takes whole. */
  readonly pack: StatePack;
  /** False for sessions of which something waits in the queue: a newer span must not overtake an older one. */
  isOpenFor(key: string): boolean;
  take(giver: SpanGiver, spans: readonly SentSpan[]): void;
}

/** A session, as one sink is given it. */
export interface SpanGiver extends PendingGiver {
  /** Puts a span into the queue, with the next commit. */
  hold(span: SentSpan): void;
}
