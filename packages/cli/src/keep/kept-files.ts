import { archiveFolder, type Database, KeptFiles } from '@unspool/store';
import type { Io } from '../io.js';

/** Transcripts that exist only in the archive. */
export function keptFiles(database: Database, io: Io): KeptFiles {
  return new KeptFiles(database, archiveFolder(io), io.now);
}
