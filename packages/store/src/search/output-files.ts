import { readMeta, writeMeta } from '../indexing/meta.js';
import type { Database } from '../sqlite/database.js';

const KEY = 'output_files';

/** Whether the index knows the file of every output. An index of an older Unspool knows it only for inputs. */
export function knowsOutputFiles(database: Database): boolean {
  if (readMeta(database, KEY) !== undefined) return true;
  const isOld = database
    .prepare("SELECT 1 FROM files WHERE is_gone = 0 AND offset > 0 AND state ->> '$.hasOutputFiles' IS NOT 1 LIMIT 1")
    .get();
  if (isOld) return false;
  writeMeta(database, KEY, 'known');
  return true;
}
