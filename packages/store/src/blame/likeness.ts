import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { comparable } from '@unspool/session/locate';
import type { Database } from '../sqlite/database.js';

/** Whether what sessions wrote below a folder is also in a repository: `unknown` where they wrote too little to tell. */
export type Likeness = 'alike' | 'unlike' | 'unknown';

const MAX_PATHS = 40;
/** A path or two exist in many projects. */
const MIN_PATHS = 3;
/** The rest may have been renamed or deleted since. */
const ENOUGH = 0.3;

/** Judges folders in which sessions worked, each once. Only whether a file is there is looked at, inside of the repository. */
export function likenessTo(database: Database, folder: string | undefined): (root: string) => Likeness {
  const known = new Map<string, Likeness>();
  return (root) => {
    const before = known.get(root);
    if (before) return before;
    const paths = folder === undefined ? [] : pathsBelow(database, root);
    const found = paths.filter((path) => existsSync(join(folder ?? '', path))).length;
    const isTelling = paths.length >= MIN_PATHS;
    const likeness = !isTelling ? 'unknown' : found >= paths.length * ENOUGH ? 'alike' : 'unlike';
    known.set(root, likeness);
    return likeness;
  };
}

/** Paths of written files in folders below a root, relative to it. */
function pathsBelow(database: Database, root: string): string[] {
  const rows = database
    .prepare(
      `SELECT text FROM names WHERE id IN (SELECT path FROM writes) AND substr(text, 1, ?) = ? COLLATE NOCASE
       ORDER BY id DESC LIMIT 400`,
    )
    .all(root.length + 1, `${root}/`);
  const paths = rows.map((row) => comparable(String(row['text'])).slice(root.length + 1));
  return paths.filter((path) => path.includes('/') && !path.split('/').includes('..')).slice(0, MAX_PATHS);
}
