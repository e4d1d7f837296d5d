import { existsSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ConfigFolder, type Journal, type SessionFile, stampOf } from '@unspool/session';
import { archivePath } from './archive-folder.js';
import { familyFiles } from './family-files.js';

export interface DeleteOrder {
  session: SessionFile;
  config: ConfigFolder;
  /** The folder of all archives. */
  archives: string;
  title: string;
  journal: Journal;
  /** Milliseconds. */
  now: number;
  /** Throws when a file must not be touched now. */
  refuseLive: (file: string) => void;
}

/** All files that go with a session, its archive among them. */
export function filesToDelete({
  session,
  config,
  archives,
}: Pick<DeleteOrder, 'session' | 'config' | 'archives'>): string[] {
  // A plan can be shared by several sessions, and one of them may go on with it.
  const own = familyFiles(session, config).files.filter((file) => !file.name.startsWith('plans/'));
  const archive = archivePath(archives, session);
  return [...own.map((file) => file.path), ...(existsSync(archive) ? [archive] : [])];
}

/** Puts a session with everything that belongs to it into the journal, from where undo brings it back. */
export function deleteFamily(order: DeleteOrder): string {
  const { session, title, journal, now, refuseLive } = order;
  const files = filesToDelete(order);
  for (const file of files) if (file.endsWith('.jsonl')) refuseLive(file);
  const drafts = files.map((file) => {
    const expected = stampOf(file);
    return { file, ...(expected && { expected }) };
  });
  const what = `delete ${session.sessionId.slice(0, 8)} ${title.slice(0, 60)}`.trimEnd();
  const entry = journal.change({ at: new Date(now).toISOString(), what, file: session.file }, { drafts, folders: [] });
  removeEmptyFolders(join(dirname(session.file), session.sessionId));
  return entry.id;
}

/** Of a folder without files the client makes a session without words. */
function removeEmptyFolders(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
