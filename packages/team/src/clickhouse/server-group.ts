import { TeamFailure } from '../contract/failure.js';
import type { ClickHouse, Parameters, Row } from './clickhouse.js';

const COPIES = 2;

/** The servers of a store. A server that does not answer is skipped until it answers again. */
export class ServerGroup {
  private next = 0;

  constructor(readonly servers: readonly ClickHouse[]) {}

  /** Reads from the first server that answers, starting with a different one each time. */
  async any<T>(work: (server: ClickHouse) => Promise<T>): Promise<T> {
    let failure: unknown;
    for (const server of this.inTurn()) {
      try {
        return await work(server);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  inTurn(): ClickHouse[] {
    const start = this.next++ % this.servers.length;
    return [...this.servers.slice(start), ...this.servers.slice(0, start)];
  }

  /** Reads from every server that answers. Some may lag behind, so the caller takes the newest row. */
  async queryAll(sql: string, parameters: Parameters): Promise<Row[]> {
    return (await this.everywhere((server) => server.query(sql, parameters))).flat();
  }

  /**
   * Writes to two servers, so that the data survives if one dies before it was replicated. Deduplication is off, or the
   * second server would drop the rows as duplicates of rows it has yet to fetch.
   */
  async insertTwice(table: string, rows: readonly Row[]): Promise<void> {
    let written = 0;
    let failure: unknown;
    for (const server of this.inTurn()) {
      try {
        await server.insert(table, rows, { isRepeated: true });
        if (++written === COPIES) return;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        failure = error;
      }
    }
    if (written === 0) throw failure;
  }

  async everywhere<T>(work: (server: ClickHouse) => Promise<T>): Promise<T[]> {
    const answers = await Promise.allSettled(this.servers.map(work));
    const done = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (done.length > 0) return done;
    const [first] = answers;
    throw first?.status === 'rejected' ? first.reason : new Error('the store has no servers');
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof TeamFailure && error.code === 'store_unavailable';
}
