/** What can be bound and read. No booleans: libsql ends the whole process on them. */
export type Value = string | number | bigint | null | Uint8Array;

export type Row = { [column: string]: Value };

export type Engine = 'node:sqlite' | 'libsql';

export interface Statement {
  run(...values: Value[]): { changes: number };
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
}

/** The part of SQLite that we use, the same for both drivers. */
export interface Database {
  readonly engine: Engine;
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /** Runs a transaction, as the only writer. Must not be nested. */
  transaction<T>(work: () => T): T;
  close(): void;
}
