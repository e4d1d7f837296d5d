import { statSync } from 'node:fs';
import { configFolders } from '@unspool/session';
import { sessionsAndRemains } from '@unspool/session/locate';
import { archiveFolder, listArchives, listFormer } from '@unspool/store';
import { refuseOtherAgent } from '../edit/other-agent.js';
import type { Io } from '../io.js';
import { findSession } from '../session/find.js';
import { openArchive } from '../session/readable-session.js';
import { plural, shortSize } from '../terminal/numbers.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { archivedSessions } from './archived-sessions.js';
import { archivedLine } from './automatic.js';
import { dueNow, settingsOf } from './due.js';
import { type ArchiveRun, runArchive, type WantedSession } from './run-archive.js';

export interface ArchiveOptions {
  all?: boolean;
  status?: boolean;
  verify?: boolean;
  json?: boolean;
}

/** Archives sessions that the client would delete. Returns 1 if one could not be archived. */
export function archive(query: string | undefined, options: ArchiveOptions, io: Io): number {
  if (query !== undefined && (options.all || options.status || options.verify)) {
    throw new UserError('Give a session, or an option for all of them.', { isUsage: true });
  }
  if (options.verify) return verify(options, io);
  if (options.status) return status(options, io);
  const wanted = query === undefined ? (options.all ? everySession(io) : dueNow(io)) : [sessionCalled(query, io)];
  const run = runArchive(wanted, {}, io);
  report(run, options, io);
  if (wanted.length === 0 && !options.json) {
    io.err(
      options.all
        ? 'There are no sessions to archive.\n'
        : 'Nothing is due. To archive every session: unspool archive --all\n',
    );
  }
  return run.failed.length > 0 ? 1 : 0;
}

function everySession(io: Io): WantedSession[] {
  return configFolders(io.env, io.home).flatMap((config) =>
    sessionsAndRemains(config).map((session) => ({ session, config })),
  );
}

function sessionCalled(query: string, io: Io): WantedSession {
  const file = findSession(query, io);
  refuseOtherAgent(
    file,
    io,
    `The archive keeps sessions of Claude Code. To keep this one: unspool pack ${safeLine(query)}`,
  );
  const found = everySession(io).find(({ session }) => session.file === file);
  if (found) return found;
  throw new UserError(`${file} is not in a config folder.`, {
    why: 'Claude Code does not know this file and will not delete it.',
    hint: 'To keep a copy of it: unspool pack',
  });
}

function report(run: ArchiveRun, options: ArchiveOptions, io: Io): void {
  const { archived, unchanged, failed, left } = run;
  if (options.json) {
    const names = left.map(({ session }) => session.sessionId);
    io.out(`${JSON.stringify({ archived, unchanged, failed, left: names }, null, 2)}\n`);
    return;
  }
  const same = unchanged > 0 ? `, ${unchanged} unchanged` : '';
  const lost = failed.length > 0 ? `, ${failed.length} not archived` : '';
  io.out(`${archivedLine(run)}${same}${lost}\n`);
  if (left.length > 0) io.err(`${plural(left.length, 'session')} not archived: the disk is full.\n`);
}

function status(options: ArchiveOptions, io: Io): number {
  const sessions = archivedSessions(io);
  const former = listFormer(archiveFolder(io));
  const size = sessions.reduce((sum, session) => sum + session.familySize, 0);
  const archiveSize = sessions.reduce((sum, session) => sum + session.archiveSize, 0);
  const due = dueNow(io).length;
  const { isAutomatic } = settingsOf(io);
  const facts = {
    folder: archiveFolder(io),
    sessions: sessions.length,
    onlyArchived: sessions.filter((session) => session.isOnlyArchived).length,
    size,
    archiveSize,
    ratio: archiveSize > 0 ? Math.round((10 * size) / archiveSize) / 10 : null,
    former: former.length,
    formerSize: former.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0),
    due,
    isAutomatic,
  };
  if (options.json) {
    io.out(`${JSON.stringify(facts, null, 2)}\n`);
    return 0;
  }
  const ratio = facts.ratio === null ? '' : `, ${facts.ratio} to 1`;
  io.out(`${plural(facts.sessions, 'session')} in ${facts.folder}\n`);
  io.out(`  archive only   ${facts.onlyArchived}\n`);
  io.out(`  size           ${shortSize(size)}, ${shortSize(archiveSize)} compressed${ratio}\n`);
  if (former.length > 0) io.out(`  older versions ${former.length}, ${shortSize(facts.formerSize)}\n`);
  io.out(`  due            ${due}\n`);
  io.out(`  automatic      ${isAutomatic ? 'yes' : 'no'}\n`);
  return 0;
}

/** Reads every archive and compares it with its checksums. */
function verify(options: ArchiveOptions, io: Io): number {
  const entries = listArchives(archiveFolder(io));
  const progress = new Progress('Reading archives', entries.length, io);
  const damaged: { archive: string; reason: string }[] = [];
  for (const { path } of entries) {
    try {
      const reader = openArchive(path);
      try {
        reader.verify();
      } finally {
        reader.close();
      }
    } catch (error) {
      damaged.push({ archive: path, reason: (error as Error).message });
    }
    progress.step();
  }
  progress.clear();
  if (options.json) io.out(`${JSON.stringify({ archives: entries.length, damaged }, null, 2)}\n`);
  else {
    for (const { archive: path, reason } of damaged) io.out(`${path}: ${safeLine(reason)}\n`);
    io.out(`${plural(entries.length, 'archive')} read, ${damaged.length} damaged\n`);
    if (damaged.length > 0)
      io.err('If the session is still on disk: delete its archive, then run: unspool archive SESSION\n');
  }
  return damaged.length > 0 ? 1 : 0;
}
