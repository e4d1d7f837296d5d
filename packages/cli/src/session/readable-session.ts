import { ArchiveReader, DamagedArchive, dataFolder, extractSession } from '@unspool/store';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { locateSession, type SessionPlace } from './find.js';
import { keepHeapSmallFor } from './small-heap.js';

/** A session for reading, wherever it is. */
export interface ReadableSession {
  file: string;
  /** The path to show for a file: where it is, or where it was before it existed only in the archive. */
  nameOf(path: string): string;
  /** Removes the unpacked copy. */
  close(): void;
}

/** The file of a session. For a session only in the archive, a private temporary copy. */
export function openReadable(query: string, io: Io): ReadableSession {
  const readable = readableAt(locateSession(query, io), io);
  keepHeapSmallFor(readable.file);
  return readable;
}

function readableAt(place: SessionPlace, io: Io): ReadableSession {
  if (place.kind === 'file') return { file: place.file, nameOf: (path) => path, close: () => undefined };
  const { path, sessionId } = place.archived;
  const extracted = unpacked(path, io);
  if (!extracted) throw new UserError(`${path} has no transcript of this session, only of its sub-agents.`);
  io.err(`This session is in the archive. To continue it: unspool restore ${safeLine(sessionId)}\n`);
  // A closed pipe ends the process from within a write.
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

/** Turns the error of a damaged archive into a UserError. Returns other errors unchanged. */
export function damaged(path: string, error: unknown): unknown {
  if (!(error instanceof DamagedArchive)) return error;
  return new UserError(`The archive ${path} is damaged: ${safeLine(error.message)}.`, {
    hint: 'It was not used. Restore the file from a backup of the data folder.',
  });
}
