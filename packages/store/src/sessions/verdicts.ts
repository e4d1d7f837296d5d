import { judgeFile, type ResumeVerdict } from '@unspool/session/resume';
import { rowsOf } from '../ledger/ledger-usage.js';
import type { Database } from '../sqlite/database.js';
import { jsonForSql } from '../sqlite/json.js';

/** Raise it with every change of what a verdict says: verdicts of other rules are judged again. */
const RULES = 1;

/** A session's main file as it is now. */
export interface JudgedFile {
  file: string;
  size: number;
  mtimeMs: number;
}

/** How much of each session resumes, as far as that is in the index and its file has not changed since. */
export function knownVerdicts(database: Database): (file: JudgedFile) => ResumeVerdict | undefined {
  const rows = rowsOf<[main: string, stamp: string, verdict: string]>(
    database,
    'SELECT json_group_array(json_array(main, stamp, verdict)) AS rows FROM verdicts',
  );
  const known = new Map(rows.map(([main, stamp, verdict]) => [main, { stamp, verdict }]));
  return (file) => {
    const row = known.get(file.file);
    return row?.stamp === stampOf(file) ? (JSON.parse(row.verdict) ?? undefined) : undefined;
  };
}

/** Keeps verdicts for later. Null: the file cannot be judged. */
export function keepVerdicts(database: Database, judged: readonly [JudgedFile, ResumeVerdict | null][]): void {
  const rows = judged.map(([file, verdict]) => [file.file, stampOf(file), JSON.stringify(verdict)]);
  database.transaction(() => {
    database
      .prepare(
        `INSERT OR REPLACE INTO verdicts
         SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
      )
      .run(jsonForSql(rows));
  });
}

export interface JudgeOptions {
  /** Milliseconds. */
  now: number;
  /** Ends after the first session that takes it over this. */
  budgetMs: number;
}

/** A file that was written to so recently is likely to change again. */
const STILL_MS = 30_000;

/** Judges sessions of the index whose verdict is missing, the newest first. Returns how many. */
export function judgeSessions(database: Database, { now, budgetMs }: JudgeOptions): number {
  const until = performance.now() + budgetMs;
  const judged: [JudgedFile, ResumeVerdict | null][] = [];
  for (const file of filesToJudge(database, now)) {
    judged.push([file, judgeFile(file.file) ?? null]);
    if (performance.now() > until) break;
  }
  if (judged.length > 0) keepVerdicts(database, judged);
  return judged.length;
}

function filesToJudge(database: Database, now: number): JudgedFile[] {
  const rows = rowsOf<[main: string, size: number, mtime: number, stamp: string | null]>(
    database,
    `SELECT json_group_array(json_array(path, size, mtime, stamp)) AS rows
     FROM (SELECT path, size, mtime, stamp FROM sessions JOIN files ON files.path = sessions.main
       LEFT JOIN verdicts ON verdicts.main = sessions.main
       WHERE files.is_gone = 0 AND files.offset > 0 AND files.mtime BETWEEN 1 AND ? ORDER BY files.mtime DESC)`,
    (now - STILL_MS) * 1000,
  );
  return rows.flatMap(([path, size, mtime, stamp]) => {
    const file = { file: path, size, mtimeMs: mtime / 1000 };
    return stamp === stampOf(file) ? [] : [file];
  });
}

function stampOf({ size, mtimeMs }: JudgedFile): string {
  return `${RULES}:${size}:${Math.floor(mtimeMs)}`;
}
