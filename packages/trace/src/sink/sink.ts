import type { SentSpan } from '../otlp/sent-span.js';
import type { Outcome } from './outcome.js';

/** Takes a batch of spans and says what became of it. It never throws for what the other side does. */
export interface Sink {
  name: string;
  send(spans: readonly SentSpan[]): Promise<Outcome>;
  /** Makes what was taken safe from a power cut. Asked before it is written down that spans were sent. */
  settle?(): Promise<void>;
}
