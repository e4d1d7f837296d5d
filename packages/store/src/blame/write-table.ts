import { createHash } from 'node:crypto';
import { fileName } from '@unspool/session/locate';
import { readMeta, writeMeta } from '../indexing/meta.js';
import type { Names } from '../schema/names.js';
import type { Database } from '../sqlite/database.js';
import { wellFormed } from '../sqlite/json.js';
import type { SeenWrite } from './write-cursor.js';

/** Adds the writes in a transcript to the index. Call within a transaction. */
export function addWrites(
  database: Database,
  names: Names,
  { file, writes }: { file: number; writes: readonly SeenWrite[] },
): void {
  const insert = database.prepare(
    `INSERT INTO writes (file, byte, result_byte, turn, time, tool, path, base, call, is_own, is_whole, hashes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { toolUseId, tool, path, byte, resultByte, turn, time, isOwn, isWhole, hashes } of writes) {
    const whole = wellFormed(path);
    insert.run(
      file,
      byte,
      resultByte,
      turn.number,
      time,
      names.id(wellFormed(tool)),
      names.id(whole),
      names.id(baseOf(whole)),
      callNumber(toolUseId),
      isOwn ? 1 : 0,
      isWhole ? 1 : 0,
      hashes,
    );
  }
}

/** Removes the writes whose results are at or after an offset, from which the file is read again. */
export function removeWrites(database: Database, file: number, byte: number): void {
  database.prepare('DELETE FROM writes WHERE file = ? AND result_byte >= ?').run(file, byte);
}

/** The key by which the writes of a file are found. Full paths differ between worktrees and homes. */
export function baseOf(path: string): string {
  return fileName(path);
}

/** Whether all files were indexed by a version that records writes. */
export function knowsWrites(database: Database): boolean {
  if (readMeta(database, 'writes') !== undefined) return true;
  const isOld = database
    .prepare("SELECT 1 FROM files WHERE is_gone = 0 AND offset > 0 AND state -> '$.writes' IS NULL LIMIT 1")
    .get();
  if (isOld) return false;
  writeMeta(database, 'writes', 'known');
  return true;
}

/** Copies of a call in forks and copied sessions have the same number. */
function callNumber(toolUseId: string): number {
  return createHash('sha1').update(toolUseId).digest().readUIntLE(0, 6);
}
