import type { Database } from '../sqlite/database.js';
import type { FileState } from './file-facts.js';
import type { FileStamp } from './sweep.js';

/** The values that show whether a file has changed. */
export interface StampedFile {
  id: number;
  path: string;
  size: number;
  mtime: number;
  inode: string;
  /** How far it has been read. */
  offset: number;
  isGone: boolean;
}

export interface KnownFile extends StampedFile {
  session: number;
  agent: string | null;
  head: string;
  generation: number;
}

export function isUnchanged(file: StampedFile, stamp: FileStamp): boolean {
  return !file.isGone && file.size === stamp.size && file.mtime === stamp.mtime && file.inode === stamp.inode;
}

/** Reads many rows as one JSON text, since both drivers take microseconds per row. */
export function stampedFiles(database: Database): Map<string, StampedFile> {
  const files = new Map<string, StampedFile>();
  const some = database.prepare(
    `SELECT json_group_array(json_array(id, path, size, mtime, inode, offset, is_gone)) AS rows
     FROM (SELECT * FROM files WHERE id > ? ORDER BY id LIMIT ${ROWS_AT_ONCE})`,
  );
  for (let last = 0; ; ) {
    const rows = JSON.parse(String(some.get(last)?.['rows'] ?? '[]')) as StampedRow[];
    for (const [id, path, size, mtime, inode, offset, isGone] of rows) {
      files.set(path, { id, path, size, mtime, inode, offset, isGone: isGone === 1 });
      last = id;
    }
    if (rows.length < ROWS_AT_ONCE) return files;
  }
}

type StampedRow = [number, string, number, number, string, number, number];

const ROWS_AT_ONCE = 5000;

export function knownFile(database: Database, file: number): KnownFile | undefined {
  const row = database.prepare('SELECT * FROM files WHERE id = ?').get(file);
  return (
    row && {
      id: file,
      path: String(row['path']),
      session: Number(row['session']),
      agent: row['agent'] == null ? null : String(row['agent']),
      size: Number(row['size']),
      mtime: Number(row['mtime']),
      inode: String(row['inode']),
      head: String(row['head']),
      offset: Number(row['offset']),
      generation: Number(row['generation']),
      isGone: row['is_gone'] === 1,
    }
  );
}

export function stateOf(database: Database, file: number): FileState {
  return JSON.parse(String(database.prepare('SELECT state FROM files WHERE id = ?').get(file)?.['state'] ?? '{}'));
}
