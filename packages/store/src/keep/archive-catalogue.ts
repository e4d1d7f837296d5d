import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../sqlite/database.js';
import { type ArchiveEntry, listArchives } from './archive-folder.js';
import { DamagedArchive } from './archive-format.js';
import { ArchiveReader } from './archive-reader.js';

/** What the index has to know of an archive. */
export interface CataloguedArchive {
  name: string;
  sessionId: string;
  slug: string;
  transcripts: CataloguedTranscript[];
}

export interface CataloguedTranscript {
  /** Where it stood. */
  path: string;
  /** Its name in the archive. */
  name: string;
  size: number;
  mtimeMs: number;
  inode: string;
  agent: string | null;
}

/** What stands in the archive folder. Only archives that are new or have changed are opened. */
export function readCatalogue(database: Database, folder: string): CataloguedArchive[] {
  const known = new Map(
    database
      .prepare('SELECT name, stamp, entry FROM archives')
      .all()
      .map((row) => [String(row['name']), { stamp: String(row['stamp']), entry: String(row['entry']) }]),
  );
  const fresh: [name: string, stamp: string, entry: string][] = [];
  const found = listArchives(folder).flatMap((archive) => {
    const stats = statSync(archive.path, { throwIfNoEntry: false });
    if (!stats) return [];
    const stamp = `${stats.size}:${stats.mtimeMs}:${stats.ino}`;
    const row = known.get(archive.name);
    known.delete(archive.name);
    if (row?.stamp === stamp) return [JSON.parse(row.entry) as CataloguedArchive];
    const entry = entryOf(archive);
    if (!entry) return [];
    fresh.push([archive.name, stamp, JSON.stringify(entry)]);
    return [entry];
  });
  if (fresh.length > 0 || known.size > 0) {
    database.transaction(() => {
      for (const row of fresh) database.prepare('INSERT OR REPLACE INTO archives VALUES (?, ?, ?)').run(...row);
      for (const name of known.keys()) database.prepare('DELETE FROM archives WHERE name = ?').run(name);
    });
  }
  return found;
}

/** A damaged archive has nothing to search; `unspool archive --verify` tells about it. */
function entryOf({ path, name }: ArchiveEntry): CataloguedArchive | undefined {
  try {
    const archive = new ArchiveReader(path);
    archive.close();
    const { sessionId, slug, config, files } = archive.index;
    const transcripts = files.flatMap((file) => {
      const { size, mtimeMs, inode, agent } = file;
      if (agent === undefined) return [];
      return [{ path: join(config, ...file.name.split('/')), name: file.name, size, mtimeMs, inode, agent }];
    });
    return { name, sessionId, slug, transcripts };
  } catch (error) {
    if (error instanceof DamagedArchive || (error as NodeJS.ErrnoException).syscall !== undefined) return undefined;
    throw error;
  }
}
