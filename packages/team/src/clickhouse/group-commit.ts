import { setTimeout as wait } from 'node:timers/promises';
import type { Row } from './clickhouse.js';
import type { ServerGroup } from './server-group.js';

const MOST_ROWS = 20_000;

type Tables = { readonly [table: string]: readonly Row[] };

export interface Commit {
  /** Into one server, which spreads them. */
  rows?: Tables;
  /** Into every server, when the rows are there: marks that say so. */
  after?: Tables;
}

interface Batch {
  rows: Map<string, Row[]>;
  after: Map<string, Row[]>;
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

  /** Resolves when everything is inserted. */
  add({ rows = {}, after = {} }: Commit): Promise<void> {
    const batch = this.batch ?? this.begin();
    batch.count += append(batch.rows, rows) + append(batch.after, after);
    if (batch.count >= MOST_ROWS) this.batch = undefined;
    return batch.done;
  }

  private begin(): Batch {
    const batch: Batch = { rows: new Map(), after: new Map(), count: 0, done: Promise.resolve() };
    batch.done = wait(this.waitMs).then(() => {
      if (this.batch === batch) this.batch = undefined;
      return this.insert(batch);
    });
    this.batch = batch;
    return batch;
  }

  private async insert({ rows, after }: Batch): Promise<void> {
    for (const [table, list] of rows) await this.servers.any((server) => server.insert(table, list));
    for (const [table, list] of after) await this.servers.insertAll(table, list);
  }
}

function append(tables: Map<string, Row[]>, more: Tables): number {
  let count = 0;
  for (const [table, list] of Object.entries(more)) {
    if (list.length === 0) continue;
    const waiting = tables.get(table) ?? [];
    tables.set(table, waiting);
    for (const row of list) waiting.push(row);
    count += list.length;
  }
  return count;
}
