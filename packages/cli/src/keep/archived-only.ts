import type { SessionFile } from '@unspool/session';
import { type ArchivedFile, ArchiveReader, DamagedArchive, dataFolder, extractSession } from '@unspool/store';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { type ArchivedSession, archivedSessions } from './archived-sessions.js';

export interface OpenedArchive {
  archived: ArchivedSession;
  session: SessionFile;
  originalOf(path: string): string;
}

/**
 * Yields sessions that exist only in the archive, newest first. Each can be read until the
 * next one is requested.
 */
export function* archivedOnly(io: Io, isWanted: (archived: ArchivedSession) => boolean): Generator<OpenedArchive> {
  const sessions = archivedSessions(io).filter((archived) => archived.isOnlyArchived && isWanted(archived));
  for (const archived of sessions.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    const extracted = unpacked(archived, io);
    if (!extracted) continue;
    try {
      yield { archived, session: extracted.session, originalOf: extracted.originalOf };
    } finally {
      extracted.remove();
    }
  }
}

const isTranscript = (file: ArchivedFile) => file.agent !== undefined || file.name.endsWith('.meta.json');

function unpacked({ path }: ArchivedSession, io: Io) {
  try {
    const archive = new ArchiveReader(path);
    try {
      return extractSession(archive, dataFolder(io), isTranscript);
    } finally {
      archive.close();
    }
  } catch (error) {
    if (!(error instanceof DamagedArchive) && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    io.err(`${path}: not read: ${safeLine((error as Error).message)}\n`);
    return undefined;
  }
}
