import type { SentSpan } from '../otlp/sent-span.js';
import type { Outcome } from './outcome.js';

/** Sends batches of spans. Failures of the other side are outcomes, never exceptions. */
export interface Sink {
  name: string;
  send(spans: readonly SentSpan[]): Promise<Outcome>;
  /** Makes accepted spans safe from a power cut. Called before it is recorded that they were sent. */
  settle?(): Promise<void>;
}
