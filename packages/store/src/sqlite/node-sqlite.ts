import type { Database, Row, Value } from './database.js';
import { cached } from './statement-cache.js';
import { transactionOf } from './transaction.js';

/** Undefined if this Node has no SQLite. */
export function openNodeSqlite(file: string): Database | undefined {
  const sqlite = withoutWarning(() => process.getBuiltinModule?.('node:sqlite')) as NodeSqlite | undefined;
  if (!sqlite) return undefined;
  const driver = new sqlite.DatabaseSync(file);
  const exec = (sql: string): void => driver.exec(sql);
  return {
    engine: 'node:sqlite',
    prepare: cached((sql) => {
      const statement = driver.prepare(sql);
      return {
        run: (...values) => ({ changes: Number(statement.run(...values).changes) }),
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
      };
    }),
    exec,
    transaction: (work) => transactionOf(exec, work),
    close: () => driver.close(),
  };
}

interface NodeSqlite {
  DatabaseSync: new (
    file: string,
  ) => {
    prepare(sql: string): {
      run(...values: Value[]): { changes: number | bigint };
      get(...values: Value[]): Row | undefined;
      all(...values: Value[]): Row[];
    };
    exec(sql: string): void;
    close(): void;
  };
}

/** Hides Node's warning that its SQLite is experimental, which is of no use to users. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
