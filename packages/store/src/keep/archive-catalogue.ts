import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../sqlite/database.js';
import { type ArchiveEntry, listArchives } from './archive-folder.js';
import { DamagedArchive } from './archive-format.js';
import { ArchiveReader } from './archive-reader.js';

/** What the index needs to know about an archive. */
export interface CataloguedArchive {
  name: string;
  sessionId: string;
  slug: string;
  transcripts: CataloguedTranscript[];
}

export interface CataloguedTranscript {
  /** Its original path. */
  path: string;
  /** Its name in the archive. */
  name: string;
  size: number;
  mtimeMs: number;
  inode: string;
  agent: string | null;
}

/** For an archive that cannot be read: it has nothing to search. */
export interface UnreadArchive {
  file: string;
  message: string;
}

/** The archives in the archive folder. Only new and changed archives are opened. */
export function readCatalogue(
  database: Database,
  folder: string,
): { archives: CataloguedArchive[]; unread: UnreadArchive[] } {
  const known = new Map(
    database
      .prepare('SELECT name, stamp, entry FROM archives')
      .all()
      .map((row) => [String(row['name']), { stamp: String(row['stamp']), entry: String(row['entry']) }]),
  );
  const unread: UnreadArchive[] = [];
  const fresh: [name: string, stamp: string, entry: string][] = [];
  const found = listArchives(folder).flatMap((archive) => {
    const stats = statSync(archive.path, { throwIfNoEntry: false });
    if (!stats) return [];
    const stamp = `${stats.size}:${stats.mtimeMs}:${stats.ino}`;
    const row = known.get(archive.name);
    known.delete(archive.name);
    if (row?.stamp === stamp) return [JSON.parse(row.entry) as CataloguedArchive];
    const entry = entryOf(archive);
    if ('message' in entry) {
      unread.push(entry);
      return [];
    }
    fresh.push([archive.name, stamp, JSON.stringify(entry)]);
    return [entry];
  });
  if (fresh.length > 0 || known.size > 0) {
    database.transaction(() => {
      for (const row of fresh) database.prepare('INSERT OR REPLACE INTO archives VALUES (?, ?, ?)').run(...row);
      for (const name of known.keys()) database.prepare('DELETE FROM archives WHERE name = ?').run(name);
    });
  }
  return { archives: found, unread };
}

function entryOf({ path, name }: ArchiveEntry): CataloguedArchive | UnreadArchive {
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
    const isOfTheFile = error instanceof DamagedArchive || (error as NodeJS.ErrnoException).syscall !== undefined;
    if (!isOfTheFile) throw error;
    return { file: path, message: (error as Error).message };
  }
}
