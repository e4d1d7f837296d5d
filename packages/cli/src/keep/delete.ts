import { statSync } from 'node:fs';
import { type ConfigFolder, configFolders, type SessionFile, scanList } from '@unspool/session';
import { sessionsAndRemains } from '@unspool/session/locate';
import { archiveFolder, deleteFiles, filesToDelete, ownFolders } from '@unspool/store';
import { refuseOtherAgent } from '../edit/other-agent.js';
import { journalOf, refuseLive } from '../edit/source.js';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { locateSession } from '../session/find.js';
import { plural, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { emptyTrash } from './trash.js';

export interface DeleteOptions {
  emptyTrash?: boolean;
  olderThan?: string;
  dryRun?: boolean;
  json?: boolean;
}

interface Doomed {
  sessionId: string;
  title: string;
  /** The file that names the change for undo: the transcript, or the archive if there is nothing else. */
  file: string;
  files: string[];
  /** The session's own folders. None if it exists only in the archive. */
  own: string[];
  notes: string[];
}

/** Moves a session with everything that belongs to it to the journal, from which undo restores it. */
export function deleteSession(query: string | undefined, options: DeleteOptions, io: Io): number {
  if (options.emptyTrash) {
    if (query === undefined) return emptyTrash(options, io);
    throw new UserError('Give SESSION or --empty-trash, not both.', { isUsage: true });
  }
  if (query === undefined) {
    const hint = 'List sessions: unspool ls. To empty the trash: --empty-trash';
    throw new UserError('SESSION is missing.', { hint, isUsage: true });
  }
  const target = targetOf(query, io);
  const size = target.files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  const undo = options.dryRun ? undefined : moveToTrash(target, io);
  const { sessionId, files, notes } = target;
  if (options.json) {
    const result = { sessionId, files, size, notes, isDryRun: options.dryRun === true, undo };
    io.out(`${JSON.stringify(result, null, 2)}\n`);
    return 0;
  }
  const verb = undo === undefined ? 'would go' : 'went';
  io.out(`${sessionId}: ${plural(files.length, 'file')} (${shortSize(size)}) ${verb} to the trash\n`);
  if (undo === undefined) for (const file of files) io.out(`  ${safeLine(file)}\n`);
  for (const note of notes) io.err(`  ${safeLine(note)}\n`);
  io.err(undo === undefined ? 'Nothing was deleted: this was a dry run.\n' : 'Take it back with: unspool undo\n');
  return 0;
}

function targetOf(query: string, io: Io): Doomed {
  const place = locateSession(query, io);
  if (place.kind === 'archived') {
    const { sessionId, path, facts } = place.archived;
    return { sessionId, title: facts.title.text, file: path, files: [path], own: [], notes: [] };
  }
  refuseOtherAgent(
    place.file,
    io,
    'Delete it with that agent. To choose which agents are listed: unspool config agents NAMES',
  );
  const { session, config } = listed(place.file, io);
  return {
    sessionId: session.sessionId,
    title: scanList({ main: session.file, agents: [] }).title.text,
    file: session.file,
    ...filesToDelete({ session, config, archives: archiveFolder(io) }),
    own: ownFolders(session),
  };
}

function listed(file: string, io: Io): { session: SessionFile; config: ConfigFolder } {
  for (const config of configFolders(io.env, io.home)) {
    const session = sessionsAndRemains(config).find((each) => each.file === file);
    if (session) return { session, config };
  }
  throw new UserError(`${file} is not in a config folder.`, {
    hint: 'Delete the file yourself.',
  });
}

function moveToTrash({ own, title, ...target }: Doomed, io: Io): string {
  if (own.length > 0) for (const each of target.files) if (each.endsWith('.jsonl')) refuseLive(each, io);
  const order = { ...target, title: safeLine(title), folders: own, journal: journalOf(io), now: io.now };
  return writing(() => deleteFiles(order));
}
