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
  /** What the name says; `session` for ids that are no UUIDs. */
  sessionId: string;
}

/** Where archives stand: one file a family, all in one folder, so that one look at it tells whether anything is new. */
export function archiveFolder(machine: Machine): string {
  return join(dataFolder(machine), 'archive');
}

export function listArchives(folder: string): ArchiveEntry[] {
  return namesIn(folder).flatMap((name) => {
    const sessionId = ARCHIVE.exec(name)?.[1];
    return sessionId === undefined ? [] : [{ path: join(folder, name), name, sessionId }];
  });
}

/** Archives of sessions that were rewritten since. */
export function listFormer(folder: string): string[] {
  return namesIn(folder).flatMap((name) => (FORMER.test(name) ? [join(folder, name)] : []));
}

/** What processes that were killed have left. */
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
