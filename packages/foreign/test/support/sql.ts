import { createRequire } from 'node:module';

/** SQLite itself, to make databases and to compare with. */
export interface Sql {
  exec(sql: string): void;
  run(sql: string, ...values: unknown[]): void;
  all(sql: string): { [column: string]: unknown }[];
  close(): void;
}

export function openSql(file: string): Sql {
  const Driver = createRequire(import.meta.url)('libsql');
  const driver = new Driver(file);
  return {
    exec: (sql) => driver.exec(sql),
    run: (sql, ...values) => driver.prepare(sql).run(values),
    all: (sql) => driver.prepare(sql).all([]),
    close: () => driver.close(),
  };
}
