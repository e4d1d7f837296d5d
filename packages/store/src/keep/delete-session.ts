import { existsSync, lstatSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ConfigFolder, SessionFile } from '@unspool/session';
import type { Journal } from '@unspool/session/edit';
import { ChangedFileError } from '@unspool/session/read';
import { shortId } from '@unspool/session/show';
import { stampOf } from '@unspool/session/write';
import { archivePath } from './archive-path.js';
import { familyFiles, ownFolders } from './family-files.js';

export interface DeleteOrder {
  session: SessionFile;
  config: ConfigFolder;
  /** The folder of all archives. */
  archives: string;
  title: string;
  journal: Journal;
  /** Milliseconds. */
  now: number;
  /** Throws if a file must not be changed now. */
  refuseLive: (file: string) => void;
}

/** All files of a session, including its archive. */
export function filesToDelete({ session, config, archives }: Pick<DeleteOrder, 'session' | 'config' | 'archives'>): {
  files: string[];
  notes: string[];
} {
  const family = familyFiles(session, config);
  // Plans are left out: several sessions can share one, and another may still use it.
  const own = family.files.filter((file) => !file.name.startsWith('plans/'));
  const { sessionId } = session;
  const slugs = ownFolders(session).map((folder) => basename(dirname(folder)));
  const kept = slugs.map((slug) => archivePath(archives, { sessionId, slug })).filter((path) => existsSync(path));
  return { files: [...own.map((file) => file.path), ...kept], notes: family.notes };
}

/** Moves a session with everything that belongs to it into the journal, from which undo restores it. */
export function deleteFamily(order: DeleteOrder): string {
  const { sessionId, file } = order.session;
  const { files } = filesToDelete(order);
  for (const each of files) if (each.endsWith('.jsonl')) order.refuseLive(each);
  return deleteFiles({ ...order, sessionId, file, files, folders: ownFolders(order.session) });
}

export interface FilesToDelete extends Pick<DeleteOrder, 'title' | 'journal' | 'now'> {
  sessionId: string;
  /** The file that undo names: the transcript, or the archive if nothing else is left. */
  file: string;
  files: readonly string[];
  /** The session's own folders, which are removed if they are empty. */
  folders: readonly string[];
}

/** Returns the number for undo. */
export function deleteFiles({ sessionId, title, file, files, folders, journal, now }: FilesToDelete): string {
  const drafts = files.map((each) => {
    const expected = stampOf(each);
    // A link that leads nowhere has no stamp.
    if (!expected && !lstatSync(each, { throwIfNoEntry: false }))
      throw new ChangedFileError(`${each} was removed in the meantime`);
    return { file: each, ...(expected && { expected }) };
  });
  const what = `delete ${shortId(sessionId)} ${title.slice(0, 60)}`.trimEnd();
  const entry = journal.change({ at: new Date(now).toISOString(), what, file }, { drafts, folders: [] });
  for (const folder of folders) removeEmptyFolders(folder);
  return entry.id;
}

/** The client would show an empty folder as an empty session. */
function removeEmptyFolders(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
