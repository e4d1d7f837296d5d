/** What can be bound and read. No booleans: libsql ends the whole process on them. */
export type Value = string | number | bigint | null | Uint8Array;

export type Row = { [column: string]: Value };

export type Engine = 'node:sqlite' | 'libsql';

export interface Statement {
  run(...values: Value[]): { changes: number };
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
}

/** The little of SQLite that we use, the same over both drivers. */
export interface Database {
  readonly engine: Engine;
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /** All or nothing, and the only writer while it runs. Not to be nested. */
  transaction<T>(work: () => T): T;
  close(): void;
}
