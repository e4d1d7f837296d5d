import type { Statement } from './database.js';

const MAX_CACHED = 200;

/** Preparing a statement takes longer than running it, and drivers free statements only on garbage collection. */
export function cached(prepare: (sql: string) => Statement): (sql: string) => Statement {
  const statements = new Map<string, Statement>();
  return (sql) => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= MAX_CACHED) statements.clear();
      statement = prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
}
