import { join } from 'node:path';
import { type ConfigFolder, configFolders } from '@unspool/session';
import { startFolderOf } from '@unspool/session/edit';
import { configPaths } from '@unspool/session/locate';
import { judgeFile, verdictText } from '@unspool/session/resume';
import { type ArchiveReader, planRestore, type RestorePlan, restoreFiles } from '@unspool/store';
import { printResume, resumeCommand } from '../edit/resume-command.js';
import { journalOf } from '../edit/source.js';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { clientSessions } from '../session/find.js';
import { damaged, openArchive } from '../session/readable-session.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { fit } from '../terminal/width.js';
import { UserError } from '../user-error.js';
import { type ArchivedSession, findArchived } from './archived-sessions.js';

export interface RestoreOptions {
  dryRun?: boolean;
  json?: boolean;
}

/** Restores a session from the archive to where the client resumes it. Overwrites nothing. */
export function restore(query: string, options: RestoreOptions, io: Io): number {
  const archived = findArchived(query, io);
  if (!archived) {
    throw new UserError(`No session in the archive is called "${query}".`, {
      hint: 'List them: unspool ls --archived',
    });
  }
  const archive = openArchive(archived.path);
  try {
    if (!archive.index.files.some((file) => file.agent === null)) {
      throw new UserError('The archive has no transcript of this session, only of its sub-agents.');
    }
    const plan = planRestore(archive, configFor(archived, io));
    refuseConflicts(plan, archived, io);
    const isWhole = plan.restored.length === 0;
    const undo = options.dryRun || isWhole ? undefined : written(archive, plan, archived, io);
    report({ plan, archived, undo }, options, io);
    return 0;
  } catch (error) {
    throw damaged(archived.path, error);
  } finally {
    archive.close();
  }
}

/** Where it was, if that is still a config folder; otherwise where the client looks now. */
function configFor({ file }: ArchivedSession, io: Io): ConfigFolder {
  const configs = configFolders(io.env, io.home);
  const config = configs.find(({ projects }) => file.startsWith(join(projects, '/'))) ?? configs[0];
  if (config) return config;
  const [folder = join(io.home, '.claude')] = configPaths(io.env, io.home);
  return { folder, projects: join(folder, 'projects') };
}

function refuseConflicts(plan: RestorePlan, { sessionId }: ArchivedSession, io: Io): void {
  const elsewhere = clientSessions(io)
    .sessions.filter((session) => session.hasMain && session.sessionId === sessionId && session.file !== plan.main)
    .map((session) => `${session.file} is the same session`);
  const conflicts = [...plan.conflicts, ...elsewhere];
  if (conflicts.length === 0) return;
  throw new UserError('Restoring this session would overwrite existing files, so nothing was written.', {
    why: conflicts.slice(0, 5).map(safeLine).join('\n  '),
    hint: 'Delete or move them, then try again.',
  });
}

function written(archive: ArchiveReader, plan: RestorePlan, { facts, sessionId }: ArchivedSession, io: Io): string {
  const created = writing(() => restoreFiles(archive, plan, io.now));
  const at = new Date(io.now).toISOString();
  const what = `restore ${safeLine(facts.title.text || sessionId).slice(0, 60)}`;
  return writing(() => journalOf(io).created({ at, what, file: plan.main, created })).id;
}

function report(
  { plan, archived, undo }: { plan: RestorePlan; archived: ArchivedSession; undo: string | undefined },
  options: RestoreOptions,
  io: Io,
): void {
  const { sessionId, facts } = archived;
  const isDryRun = options.dryRun === true;
  const cwd = (isDryRun ? undefined : startFolderOf(plan.main)) ?? facts.cwd;
  const verdict = isDryRun ? undefined : judgeFile(plan.main);
  const files = plan.restored.map(({ to }) => to);
  if (options.json) {
    const result = { sessionId, title: facts.title.text, file: plan.main, files, same: plan.same, left: plan.left };
    const command = resumeCommand(sessionId, cwd, io.platform);
    io.out(`${JSON.stringify({ ...result, isDryRun, ...verdict, cwd, command, undo }, null, 2)}\n`);
    return;
  }
  const done = files.length === 0 ? 'is there already' : isDryRun ? 'would be restored' : 'is back';
  const name = fit(safeLine(facts.title.text) || sessionId, 60);
  io.out(`${name} ${done}: ${plural(files.length, 'file')}\n  ${safeLine(plan.main)}\n`);
  for (const path of plan.left) io.err(`  ${safeLine(path)} already exists with other content and was not changed\n`);
  if (verdict) io.out(`  ${verdictText(verdict)}\n`);
  for (const { message } of verdict?.reasons ?? []) io.err(`  ${safeLine(message)}\n`);
  if (verdict?.resumes !== false) printResume(sessionId, cwd, io);
  if (undo !== undefined) io.err('Take it back with: unspool undo\n');
}
