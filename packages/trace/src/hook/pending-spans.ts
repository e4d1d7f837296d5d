import { TraceOwners } from '../state/trace-owner.js';

/** A session with spans for a sink. */
export interface PendingSource {
  readonly key: string;
  /** Ids of uncommitted spans. */
  readonly pending: Iterable<string>;
}

/**
 * The spans of several sessions that were sent to a sink but are not committed yet. With it, a fork does not send again what
 * its original has just sent.
 */
export class PendingSpans {
  readonly owners: TraceOwners;
  private readonly sources = new Map<string, PendingSource>();

  /** `folder`: the sink's `traces` folder. */
  constructor(folder: string) {
    this.owners = new TraceOwners(folder, 'hold');
  }

  add(source: PendingSource): void {
    this.sources.set(source.key, source);
  }

  of(key: string): Iterable<string> {
    return this.sources.get(key)?.pending ?? [];
  }

  /** Call when a session is committed. */
  settle(key: string): void {
    this.sources.delete(key);
  }
}
