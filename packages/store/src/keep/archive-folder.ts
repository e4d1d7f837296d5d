import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, type Machine } from '../data-folder.js';
import { removeLeftDraft } from './left-drafts.js';

const ARCHIVE = /^(.+)\.[0-9a-f]{16}\.unspool$/;
const FORMER = /^.+\.[0-9a-f]{16}\.\d+\.former$/;
const DRAFT = /^\..+\.tmp$/;

export interface ArchiveEntry {
  path: string;
  name: string;
  /** From the name; `session` for ids that are not UUIDs. */
  sessionId: string;
}

/** The folder of archives: one file per family, all in one folder, so that its time shows whether anything changed. */
export function archiveFolder(machine: Machine): string {
  return join(dataFolder(machine), 'archive');
}

export function listArchives(folder: string): ArchiveEntry[] {
  return namesIn(folder).flatMap((name) => {
    const sessionId = ARCHIVE.exec(name)?.[1];
    return sessionId === undefined ? [] : [{ path: join(folder, name), name, sessionId }];
  });
}

/** Archives of earlier versions of rewritten sessions. */
export function listFormer(folder: string): string[] {
  return namesIn(folder).flatMap((name) => (FORMER.test(name) ? [join(folder, name)] : []));
}

/** Temporary files of killed processes. */
export function removeOldDrafts(folder: string, now: number): void {
  for (const name of namesIn(folder)) if (DRAFT.test(name)) removeLeftDraft(join(folder, name), now);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw error;
    return [];
  }
}
