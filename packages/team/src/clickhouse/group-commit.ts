import { setTimeout as wait } from 'node:timers/promises';
import type { Row } from './clickhouse.js';
import type { ServerGroup } from './server-group.js';

const MOST_ROWS = 20_000;

interface Batch {
  rows: Map<string, Row[]>;
  count: number;
  done: Promise<void>;
}

/** Pushes that arrive together are inserted together: ClickHouse takes few large inserts better than many small ones. */
export class GroupCommit {
  private batch: Batch | undefined;

  constructor(
    private readonly servers: ServerGroup,
    private readonly waitMs: number,
  ) {}

  /** Resolves when the rows are inserted. */
  add(rows: { readonly [table: string]: readonly Row[] }): Promise<void> {
    const batch = this.batch ?? this.begin();
    for (const [table, list] of Object.entries(rows)) {
      const waiting = batch.rows.get(table) ?? [];
      batch.rows.set(table, waiting);
      for (const row of list) waiting.push(row);
      batch.count += list.length;
    }
    if (batch.count >= MOST_ROWS) this.batch = undefined;
    return batch.done;
  }

  private begin(): Batch {
    const batch: Batch = { rows: new Map(), count: 0, done: Promise.resolve() };
    batch.done = wait(this.waitMs).then(() => {
      if (this.batch === batch) this.batch = undefined;
      return this.insert(batch);
    });
    this.batch = batch;
    return batch;
  }

  private async insert({ rows }: Batch): Promise<void> {
    for (const [table, list] of rows) {
      if (list.length > 0) await this.servers.any((server) => server.insert(table, list));
    }
  }
}
