import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ConfigFolder, listSessions, type SessionFile } from '@unspool/session';
import { makeFolder, writeNewFile } from '@unspool/session/write';
import type { ArchivedFile } from './archive-format.js';
import type { ArchiveReader } from './archive-reader.js';
import { isSafeHere } from './archived-names.js';

/** A session unpacked into a temporary place while it is being read. */
export interface ExtractedSession {
  session: SessionFile;
  config: ConfigFolder;
  /** The original path of a file of it. */
  originalOf(path: string): string;
  remove(): void;
}

const OPENED = 'opened';
const DAY = 86_400_000;

/**
 * Unpacks what is needed to read a session, laid out like a config folder, so that all readers of sessions can use it.
 * Undefined if the archive has no transcript of the session itself.
 */
export function extractSession(
  archive: ArchiveReader,
  dataFolder: string,
  isWanted: (file: ArchivedFile) => boolean = ({ name }) => name.startsWith('projects/'),
): ExtractedSession | undefined {
  const { index } = archive;
  const place = newPlace(dataFolder);
  const remove = () => rmSync(place, { recursive: true, force: true });
  try {
    for (const file of index.files) {
      if (isWanted(file)) extractFile(archive, file, join(place, ...file.name.split('/')));
    }
    const isOfIndex = (each: SessionFile) => each.sessionId === index.sessionId && each.slug === index.slug;
    const config = { folder: place, projects: join(place, 'projects') };
    const session = listSessions(config).sessions.find(isOfIndex);
    if (!session) {
      remove();
      return undefined;
    }
    const originalOf = (path: string) => (path.startsWith(place) ? join(index.config, path.slice(place.length)) : path);
    return { session, config, originalOf, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Writes a new file with its original time. Throws `DamagedArchive` if its content is damaged. */
export function extractFile(archive: ArchiveReader, file: ArchivedFile, to: string): void {
  if (!isSafeHere(file.name, process.platform)) throw new Error(`files cannot be called ${file.name} on this system`);
  makeFolder(dirname(to), 0o700);
  writeNewFile(to, (sink) => {
    for (const chunk of archive.chunks(file)) sink.write(chunk);
  });
  const time = file.mtimeMs / 1000;
  utimesSync(to, time, time);
}

/** A private folder. Folders that killed processes left are removed after a day. */
function newPlace(dataFolder: string): string {
  const folder = join(dataFolder, OPENED);
  makeFolder(folder, 0o700);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > DAY) rmSync(path, { recursive: true, force: true });
  }
  return mkdtempSync(join(folder, 'session-'));
}
