import { ArchiveReader, DamagedArchive, dataFolder, extractSession } from '@unspool/store';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { locateSession, type SessionPlace } from './find.js';
import { keepHeapSmall } from './small-heap.js';

/** A session for reading, wherever it is. */
export interface ReadableSession {
  file: string;
  /** How to call a file of it: where it stands, or stood before it was only in the archive. */
  nameOf(path: string): string;
  /** Removes what was unpacked. */
  close(): void;
}

/** The file of a session; of one that stands only in the archive, a copy that nobody else can see. */
export function openReadable(query: string, io: Io): ReadableSession {
  const readable = readableAt(locateSession(query, io), io);
  keepHeapSmall(readable.file);
  return readable;
}

function readableAt(place: SessionPlace, io: Io): ReadableSession {
  if (place.kind === 'file') return { file: place.file, nameOf: (path) => path, close: () => undefined };
  const { path, sessionId } = place.archived;
  const extracted = unpacked(path, io);
  if (!extracted) throw new UserError(`${path} holds no transcript of this session, only of its sub-agents.`);
  io.err(`From the archive. To go on with it: unspool restore ${safeLine(sessionId)}\n`);
  // A reader that has seen enough ends the process from within a write.
  process.once('exit', extracted.remove);
  const close = () => {
    process.off('exit', extracted.remove);
    extracted.remove();
  };
  return { file: extracted.session.file, nameOf: extracted.originalOf, close };
}

function unpacked(path: string, io: Io) {
  const archive = openArchive(path);
  try {
    return extractSession(archive, dataFolder(io));
  } catch (error) {
    throw damaged(path, error);
  } finally {
    archive.close();
  }
}

export function openArchive(path: string): ArchiveReader {
  try {
    return new ArchiveReader(path);
  } catch (error) {
    throw damaged(path, error);
  }
}

/** What to tell when an archive cannot be relied on; other errors stay what they are. */
export function damaged(path: string, error: unknown): unknown {
  if (!(error instanceof DamagedArchive)) return error;
  return new UserError(`The archive ${path} is damaged: ${safeLine(error.message)}.`, {
    hint: 'Nothing of it was used. Put the file back from a backup of the data folder.',
  });
}
