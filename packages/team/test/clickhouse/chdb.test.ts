import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import type { ClickHouse, Parameters, Row } from '../../src/clickhouse/clickhouse.js';
import { ClickHouseStore } from '../../src/clickhouse/clickhouse-store.js';
import { schemaOf } from '../../src/clickhouse/schema.js';
import { storeContract } from '../support/store-contract.js';

/** The folder that holds node_modules/chdb: the engine of a current ClickHouse, in this process. */
const place = process.env['UNSPOOL_TEST_CHDB'];

interface ChdbSession {
  query(sql: string, format?: string): string;
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  queryBindAsync(sql: string, parameters: object, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  insert(order: { table: string; values: Buffer; format: 'JSONEachRow' }): Promise<unknown>;
  cleanup(): void;
}

describe.skipIf(place === undefined)('ClickHouse, modern dialect, in process', () => {
  const engine = place === undefined ? undefined : new Chdb(place);
  afterAll(() => engine?.close());
  storeContract(async () => {
    if (!engine) throw new Error('chdb is not here');
    return new ClickHouseStore({ servers: [engine], dialect: 'modern', isCluster: false, groupMs: 5 });
  });
});

/** One engine answers one query at a time. */
class Chdb implements ClickHouse {
  readonly name = 'chdb';
  private readonly session: ChdbSession;
  private last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    const { Session } = createRequire(join(folder, 'x.js'))('chdb') as { Session: new (path: string) => ChdbSession };
    this.session = new Session(mkdtempSync(join(tmpdir(), 'chdb-')));
    this.session.query('CREATE DATABASE IF NOT EXISTS team');
    this.session.query('USE team');
    for (const statement of schemaOf({ dialect: 'modern', database: 'team', cluster: undefined })) {
      this.session.query(statement);
    }
  }

  async query(sql: string, parameters: Parameters = {}): Promise<Row[]> {
    const bytes = await this.inTurn(async () => {
      const bound = Object.keys(parameters).length > 0;
      const format = { format: 'JSONEachRow' };
      const answer = bound
        ? this.session.queryBindAsync(sql, parameters, format)
        : this.session.queryAsync(sql, format);
      return (await answer).bytes();
    });
    const lines = Buffer.from(bytes).toString('latin1').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
  }

  async insert(table: string, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const values = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'latin1');
    await this.inTurn(() => this.session.insert({ table, values, format: 'JSONEachRow' }));
  }

  async command(sql: string, parameters: Parameters = {}): Promise<void> {
    await this.query(sql, parameters);
  }

  async close(): Promise<void> {
    await this.last;
    this.session.cleanup();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => {});
    return turn;
  }
}
