import { createRequire } from 'node:module';
import type { Database, Row, Statement, Value } from './database.js';
import { cached } from './statement-cache.js';
import { transactionOf } from './transaction.js';

/** Node 20, and 22 before 22.13, have no built-in SQLite. */
export function openLibsql(file: string): Database {
  // Loaded only if needed, since it is 10 MB.
  const Driver = createRequire(import.meta.url)('libsql') as new (file: string) => LibsqlDriver;
  const driver = new Driver(file);
  const exec = (sql: string): void => {
    driver.exec(sql);
  };
  return {
    engine: 'libsql',
    prepare: cached((sql) => statementOf(() => driver.prepare(sql))),
    exec,
    transaction: (work) => transactionOf(exec, work),
    close: () => driver.close(),
  };
}

interface LibsqlDriver {
  prepare(sql: string): LibsqlStatement;
  exec(sql: string): void;
  close(): void;
}

interface LibsqlStatement {
  run(values: Value[]): { changes: number };
  get(values: Value[]): (Row & { _metadata?: unknown }) | undefined;
  all(values: Value[]): { [column: string]: Value | ArrayBuffer }[];
}

/** Values are passed as an array: a single blob or null would be taken for named parameters. */
function statementOf(prepare: () => LibsqlStatement): Statement {
  let statement = prepare();
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      // libsql would throw the same error again at the next run, whatever its values.
      statement = prepare();
      throw error;
    }
  };
  return {
    run: (...values) => ({ changes: attempt(() => statement.run(values)).changes }),
    get: (...values) => {
      const row = attempt(() => statement.get(values));
      if (row) delete row._metadata;
      return row;
    },
    all: (...values) => attempt(() => statement.all(values)).map(withBytes),
  };
}

/** `get` returns blobs as bytes, `all` as their buffers. */
function withBytes(row: { [column: string]: Value | ArrayBuffer }): Row {
  for (const column in row) {
    const value = row[column];
    if (value instanceof ArrayBuffer) row[column] = new Uint8Array(value);
  }
  return row as Row;
}
