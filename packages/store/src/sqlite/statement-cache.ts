import type { Statement } from './database.js';

const MAX_CACHED = 200;

/** Preparing costs more than running, and a driver frees statements only when the garbage collector comes by. */
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
