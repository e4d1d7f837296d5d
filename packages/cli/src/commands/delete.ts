import { existsSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type ConfigFolder,
  configFolders,
  ListScanner,
  listSessions,
  type SessionFile,
  stampOf,
} from '@unspool/session';
import { archiveFolder, archivePath, familyFiles } from '@unspool/store';
import { journalOf, refuseLive } from '../edit/source.js';
import type { Io } from '../io.js';
import { emptyTrash } from '../keep/trash.js';
import { locateSession } from '../session/find.js';
import { plural, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

export interface DeleteOptions {
  emptyTrash?: boolean;
  olderThan?: string;
  dryRun?: boolean;
  json?: boolean;
}

interface Doomed {
  sessionId: string;
  title: string;
  /** What undo is known by: the transcript, or the archive when that is all there is. */
  file: string;
  files: string[];
  /** The session's own folder. */
  own: string | undefined;
  notes: string[];
}

/** Puts a session with everything that belongs to it into the journal, from where undo brings it back. */
export function deleteSession(query: string | undefined, options: DeleteOptions, io: Io): number {
  if (options.emptyTrash) {
    if (query === undefined) return emptyTrash(options, io);
    throw new UserError('Give a session, or --empty-trash.', { isUsage: true });
  }
  if (query === undefined) throw new UserError('Which session?', { hint: 'List them: unspool ls', isUsage: true });
  const doomed = doomedBy(query, io);
  const size = doomed.files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  const undo = options.dryRun ? undefined : gone(doomed, io);
  const { sessionId, files, notes } = doomed;
  if (options.json) {
    const told = { sessionId, files, size, notes, isDryRun: options.dryRun === true, undo };
    io.out(`${JSON.stringify(told, null, 2)}\n`);
    return 0;
  }
  const verb = undo === undefined ? 'would go' : 'went';
  io.out(`${sessionId}: ${plural(files.length, 'file')} (${shortSize(size)}) ${verb} to the trash\n`);
  if (undo === undefined) for (const file of files) io.out(`  ${safeLine(file)}\n`);
  for (const note of notes) io.err(`  ${safeLine(note)}\n`);
  io.err(undo === undefined ? 'Nothing was deleted: this was a dry run.\n' : 'Take it back with: unspool undo\n');
  return 0;
}

function doomedBy(query: string, io: Io): Doomed {
  const place = locateSession(query, io);
  if (place.kind === 'archived') {
    const { sessionId, path, facts } = place.archived;
    return { sessionId, title: facts.title, file: path, files: [path], own: undefined, notes: [] };
  }
  const { session, config } = listed(place.file, io);
  const { files, notes } = familyFiles(session, config);
  const archive = archivePath(archiveFolder(io), session);
  // A plan can be shared by several sessions, and one of them may go on with it.
  const own = files.filter((file) => !file.name.startsWith('plans/')).map((file) => file.path);
  return {
    sessionId: session.sessionId,
    title: new ListScanner().scan({ main: session.file, agents: [], size: session.size }).title.text,
    file: session.file,
    files: [...own, ...(existsSync(archive) ? [archive] : [])],
    own: join(dirname(session.file), session.sessionId),
    notes,
  };
}

function listed(file: string, io: Io): { session: SessionFile; config: ConfigFolder } {
  for (const config of configFolders(io.env, io.home)) {
    const session = listSessions(config).sessions.find((each) => each.file === file);
    if (session) return { session, config };
  }
  throw new UserError(`${file} stands in no config folder.`, {
    hint: 'It is a file like any other: delete it yourself.',
  });
}

function gone({ file, files, own, sessionId, title }: Doomed, io: Io): string {
  if (own !== undefined) for (const each of files) if (each.endsWith('.jsonl')) refuseLive(each, io);
  const drafts = files.map((each) => {
    const expected = stampOf(each);
    return { file: each, ...(expected && { expected }) };
  });
  const what = `delete ${sessionId.slice(0, 8)} ${safeLine(title).slice(0, 60)}`.trimEnd();
  const entry = journalOf(io).change({ at: new Date(io.now).toISOString(), what, file }, { drafts, folders: [] });
  if (own !== undefined) removeEmptyFolders(own);
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
