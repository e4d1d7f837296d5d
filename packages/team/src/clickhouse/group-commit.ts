import { TeamFailure } from '../contract/failure.js';
import type { Row } from './clickhouse.js';
import type { ServerGroup } from './server-group.js';

const MAX_ROWS = 20_000;

type Tables = { readonly [table: string]: readonly Row[] };

export interface Commit {
  /** Inserted into one server, which distributes them. */
  rows?: Tables;
  /** Inserted into two servers after the rows: the marks that record them. */
  after?: Tables;
}

interface Batch {
  commits: Commit[];
  count: number;
  done: Promise<PromiseSettledResult<void>[]>;
  start: () => void;
}

/**
 * Inserts pushes that arrive within `waitMs` together, since ClickHouse handles few large inserts better than many small
 * ones. A batch that is large enough does not wait.
 */
export class GroupCommit {
  private batch: Batch | undefined;

  constructor(
    private readonly servers: ServerGroup,
    private readonly waitMs: number,
  ) {}

  /** Resolves when all rows are inserted. */
  async add(commit: Commit): Promise<void> {
    const batch = this.batch ?? this.begin();
    const place = batch.commits.push(commit) - 1;
    batch.count += sizeOf(commit);
    if (batch.count >= MAX_ROWS) batch.start();
    const result = (await batch.done)[place];
    if (result?.status !== 'fulfilled') throw result?.reason;
  }

  private begin(): Batch {
    const commits: Commit[] = [];
    const { promise: started, resolve } = withResolvers();
    const timer = setTimeout(() => start(), this.waitMs);
    const start = () => {
      clearTimeout(timer);
      if (this.batch === batch) this.batch = undefined;
      resolve();
    };
    const done = started.then(() => this.commit(commits));
    const batch: Batch = { commits, count: 0, done, start };
    this.batch = batch;
    return batch;
  }

  /** If ClickHouse refuses a batch, inserts each push alone, so that one bad push does not block the others. */
  private async commit(commits: readonly Commit[]): Promise<PromiseSettledResult<void>[]> {
    const [result] = await Promise.allSettled([this.insert(commits)]);
    const isRefused = result.status === 'rejected' && result.reason instanceof TeamFailure;
    if (!isRefused || commits.length === 1) return commits.map(() => result);
    const results: PromiseSettledResult<void>[] = [];
    for (const commit of commits) results.push(...(await Promise.allSettled([this.insert([commit])])));
    return results;
  }

  private async insert(commits: readonly Commit[]): Promise<void> {
    const rows = together(commits.map((commit) => commit.rows ?? {}));
    const after = together(commits.map((commit) => commit.after ?? {}));
    await Promise.all([...rows].map(([table, list]) => this.servers.any((server) => server.insert(table, list))));
    await Promise.all([...after].map(([table, list]) => this.servers.insertTwice(table, list)));
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function together(parts: readonly Tables[]): Map<string, Row[]> {
  const all = new Map<string, Row[]>();
  for (const part of parts) {
    for (const [table, list] of Object.entries(part)) {
      if (list.length === 0) continue;
      const waiting = all.get(table) ?? [];
      all.set(table, waiting);
      for (const row of list) waiting.push(row);
    }
  }
  return all;
}

function sizeOf({ rows = {}, after = {} }: Commit): number {
  return [...Object.values(rows), ...Object.values(after)].reduce((sum, list) => sum + list.length, 0);
}
