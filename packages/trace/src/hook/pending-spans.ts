import { TraceOwners } from '../state/trace-owner.js';

/** A session that gives a sink spans. */
export interface PendingGiver {
  readonly key: string;
  /** Spans that are not committed. */
  readonly pending: Iterable<string>;
}

/**
 * What sessions have given a sink, on whatever way, and nobody has written down yet: for who is at many sessions at a
 * time. A fork among them does not give again what its original has just given.
 */
export class PendingSpans {
  readonly owners: TraceOwners;
  private readonly givers = new Map<string, PendingGiver>();

  /** `folder`: of the sink's traces. */
  constructor(folder: string) {
    this.owners = new TraceOwners(folder, 'hold');
  }

  add(giver: PendingGiver): void {
    this.givers.set(giver.key, giver);
  }

  of(key: string): Iterable<string> {
    return this.givers.get(key)?.pending ?? [];
  }

  /** A giver is committed. */
  settle(key: string): void {
    this.givers.delete(key);
  }
}
