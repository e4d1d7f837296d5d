import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { type ConfigFolder, checkFile, configFolders, familyOf, openSession } from '@unspool/session';
import {
  arrivalOf,
  existingFilesOf,
  takeIn as install,
  type JournalEntry,
  layOut,
  makeSession,
  type PackManifest,
} from '@unspool/session/edit';
import { configFolderAt, configPaths, projectFolderName } from '@unspool/session/locate';
import { type FileCheck, shownVerdict } from '@unspool/session/resume';
import { makeFolder } from '@unspool/session/write';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { clientSessions } from '../session/find.js';
import { colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { pathOf, realPathOf } from './move.js';
import { proofOf } from './print-outcome.js';
import { printResume, resumeCommand } from './resume-command.js';
import { journalOf } from './source.js';

export interface TakeInOptions {
  cwd?: string;
  asNew?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

interface Arrived {
  file: string;
  left: string[];
  /** The journal entry. */
  undo: string;
}

/** A session from elsewhere: its files are in `raw` below the scratch folder. */
export interface Incoming {
  manifest: PackManifest;
  scratch: string;
  /** For undo and for the report: `unpack x.unspool.tgz`. */
  what: string;
}

/**
 * Puts a session from elsewhere where the client resumes it, with the paths of this machine. Checks that it resumes before
 * anything is written. Returns its file; undefined in a dry run.
 */
export function takeIn({ manifest, scratch, what }: Incoming, options: TakeInOptions, io: Io): string | undefined {
  const cwd = folderFor(manifest, options, io);
  const config = options.dryRun ? configFolders(io.env, io.home)[0] : configFor(io);
  const staged = join(scratch, 'config');
  const arrival = { cwd, home: io.home, project: projectFolderName(cwd, io.env) };
  const stopped = config && !options.asNew ? stoppedRuns(manifest, join(config.projects, arrival.project), io) : [];
  if (config && !options.asNew) refuseExisting(manifest, { config, stopped }, io);
  const raw = join(scratch, 'raw');
  const { main, replacements } = writing(() => layOut(manifest, { raw, folder: staged, arrival }));
  const check = checkFile(main, { sessionId: manifest.sessionId });
  if (!check.resumes || !check.roundTrip) throw wouldNotResume(check);
  if (options.dryRun || !config) {
    tell({ manifest, cwd, replacements, check, what }, options, io);
    return undefined;
  }
  const edit = { at: new Date(io.now).toISOString(), what };
  const arrived = writing(() =>
    options.asNew
      ? asNew(main, { config, edit }, io)
      : installed({ staged, main, config, stopped, journal: journalOf(io) }, edit),
  );
  tell({ manifest, cwd, replacements, check, what, arrived }, options, io);
  return arrived.file;
}

function folderFor(manifest: PackManifest, options: TakeInOptions, io: Io): string {
  if (options.cwd !== undefined) return realPathOf(pathOf(options.cwd, io));
  const folder = arrivalOf(manifest, io.home);
  if (folder !== undefined) return folder;
  throw new UserError('Where the project is on this machine cannot be told from the packed session.', {
    ...(manifest.cwd !== null && { why: `It was in ${safeLine(manifest.cwd)}.` }),
    hint: 'Say so with --cwd FOLDER.',
  });
}

/** The folder of a client that was never started here is made. */
function configFor(io: Io): ConfigFolder {
  const [known] = configFolders(io.env, io.home);
  if (known) return known;
  const [path = join(io.home, '.claude')] = configPaths(io.env, io.home);
  makeFolder(join(path, 'projects'));
  const config = configFolderAt(path);
  if (!config) throw new UserError(`${path} cannot be used.`, { hint: 'Set CLAUDE_CONFIG_DIR.' });
  return config;
}

/** Runs that were killed while they took the same session in. */
function stoppedRuns({ sessionId }: PackManifest, folder: string, io: Io): JournalEntry[] {
  return journalOf(io).unfinished(join(folder, `${sessionId}.jsonl`));
}

interface Place {
  config: ConfigFolder;
  stopped: readonly JournalEntry[];
}

function refuseExisting(manifest: PackManifest, { config, stopped }: Place, io: Io): void {
  const isLeftOver = (file: string) => stopped.some((entry) => entry.file === file) && !existsSync(file);
  const same = clientSessions(io).sessions.filter(
    ({ sessionId, file }) => sessionId === manifest.sessionId && !isLeftOver(file),
  );
  const slugs = [...new Set(same.map((session) => session.slug))];
  const found = [
    ...same.map((session) => session.file),
    ...slugs.flatMap((slug) => existingFilesOf(manifest, config, slug)),
  ];
  if (found.length === 0) return;
  throw new UserError('This session is here already, and it is not overwritten.', {
    why: found[0] ?? '',
    hint: 'Take it in as a session of its own with --as-new.',
  });
}

type Edit = Pick<JournalEntry, 'at' | 'what'>;

function installed(order: Parameters<typeof install>[0], edit: Edit): Arrived {
  const { entry, left } = install(order, edit);
  return { file: entry.file, left, undo: entry.id };
}

function asNew(main: string, { config, edit }: { config: ConfigFolder; edit: Edit }, io: Io): Arrived {
  const made = makeSession({
    file: main,
    session: openSession(main),
    family: familyOf(main),
    folder: join(config.projects, basename(dirname(main))),
    sessionId: randomUUID(),
    newUuid: randomUUID,
  });
  if (made.kind === 'refused') throw wouldNotResume(made.check);
  const { file, created } = made;
  return { file, left: [], undo: journalOf(io).created({ ...edit, file, created }).id };
}

function wouldNotResume(check: Pick<FileCheck, 'reasons'>): UserError {
  return new UserError('The session would not resume here, so nothing was written.', {
    why: check.reasons.map((reason) => reason.message).join('\n  '),
  });
}

interface Done {
  manifest: PackManifest;
  cwd: string;
  replacements: number;
  check: FileCheck;
  what: string;
  /** Absent in a dry run. */
  arrived?: Arrived;
}

function tell({ manifest, cwd, replacements, check, what, arrived }: Done, options: TakeInOptions, io: Io): void {
  const { file = null, left = [], undo } = arrived ?? {};
  const isDryRun = file === null;
  const sessionId = isDryRun ? manifest.sessionId : basename(file, '.jsonl');
  if (options.json) {
    const { title, cwd: from, isRedacted } = manifest;
    const files = manifest.files.length;
    const command = isDryRun ? undefined : resumeCommand(sessionId, undefined, io.platform);
    const told = { isDryRun, sessionId, title, file, from, cwd, files, replacements, isRedacted, left, command, undo };
    io.out(`${JSON.stringify(told, null, 2)}\n`);
    return;
  }
  const paint = colours(io.hasColour);
  io.out(
    `${paint.bold(`${verbOf(what, isDryRun)} ${plural(manifest.files.length, 'file')}`)}: ${safeLine(manifest.title).slice(0, 80)}\n`,
  );
  if (manifest.cwd !== null) io.out(`  from      ${safeLine(manifest.cwd)}\n`);
  const proof = proofOf({ resumes: true, verdict: shownVerdict(check) }, '', paint);
  io.out(`  paths     ${plural(replacements, 'replacement')}\n  ${proof}\n`);
  io.out(isDryRun ? `  project   ${safeLine(cwd)}\n` : `  written   ${file}\n`);
  for (const each of left) io.out(`  left out  ${each}: there is one already\n`);
  if (!isDryRun) printResume(sessionId, cwd, io);
  if (isAbsolute(cwd) && !existsSync(cwd)) io.err(`There is no folder ${safeLine(cwd)} yet.\n`);
  io.err(isDryRun ? 'Nothing was written: this was a dry run.\n' : 'Take it back with: unspool undo\n');
}

function verbOf(what: string, isDryRun: boolean): string {
  const verb = what.startsWith('pull ') ? 'Pull' : 'Unpack';
  return isDryRun ? verb : `${verb}ed`;
}
