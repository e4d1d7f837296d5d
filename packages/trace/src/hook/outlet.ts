import type { SentSpan } from '../otlp/sent-span.js';
import type { Receiver } from './receiver.js';

/**
 * A way to a sink past the queue, for who sends at once and can make the spans again if that fails. What it takes counts
 * as given only when the receiver is committed, after it was sent.
 */
export interface Outlet {
  /** False for sessions of which something waits in the queue: a newer span must not overtake an older one. */
  isOpenFor(key: string): boolean;
  take(receiver: Receiver, span: SentSpan): void;
  /** Spans of a session that were taken and are not committed. */
  pendingOf(key: string): Iterable<string>;
}
