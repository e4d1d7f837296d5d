import type { Database } from '../sqlite/database.js';

export interface IndexFacts {
  sessions: number;
  files: number;
  replies: number;
  texts: number;
}

export function indexFacts(database: Database): IndexFacts {
  const row = database
    .prepare(
      `SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM files WHERE is_gone = 0) AS files,
         (SELECT count(*) FROM replies) AS replies, (SELECT count(*) FROM docs) AS texts`,
    )
    .get();
  const number = (key: string) => Number(row?.[key] ?? 0);
  return { sessions: number('sessions'), files: number('files'), replies: number('replies'), texts: number('texts') };
}
