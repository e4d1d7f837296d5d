import { existsSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { type ConfigFolder, configFolders } from '@unspool/session';
import { type Arrived, arrive, type PackManifest } from '@unspool/session/edit';
import { configFolderAt, configPaths, projectFolderName } from '@unspool/session/locate';
import { shownVerdict } from '@unspool/session/resume';
import { makeFolder } from '@unspool/session/write';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
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

/** A session from elsewhere: its files are in `raw` below the scratch folder. */
export interface Incoming {
  manifest: PackManifest;
  scratch: string;
  /** For undo and for the report: `unpack x.unspool.tgz`. */
  what: string;
  /** How to name its folder, where no `--cwd` can be given. */
  withFolder?: string;
}

/** Installs a session from elsewhere where the client resumes it, and prints the proof. A dry run writes nothing. */
export function takeIn(
  { manifest, scratch, what, withFolder = '--cwd FOLDER' }: Incoming,
  options: TakeInOptions,
  io: Io,
): void {
  const arrived = writing(() =>
    arrive({
      manifest,
      scratch,
      cwd: options.cwd === undefined ? undefined : realPathOf(pathOf(options.cwd, io)),
      isNew: options.asNew === true,
      home: io.home,
      configs: configFolders(io.env, io.home),
      target: options.dryRun ? undefined : configFor(io),
      projectFolder: (cwd) => projectFolderName(cwd, io.env),
      journal: journalOf(io),
      edit: { at: new Date(io.now).toISOString(), what },
    }),
  );
  switch (arrived.kind) {
    case 'nowhere':
      throw new UserError('The packed session does not say where its project is on this machine.', {
        ...(manifest.cwd !== null && { why: `It was in ${safeLine(manifest.cwd)}.` }),
        hint: `Give the folder: ${withFolder}`,
      });
    case 'exists':
      throw new UserError('This session already exists here and was not overwritten.', {
        why: arrived.file,
        hint: 'To make it a new session, add --as-new.',
      });
    case 'refused':
      throw new UserError('The session would not resume here, so nothing was written.', {
        why: arrived.check.reasons.map((reason) => reason.message).join('\n  '),
      });
    default:
      report(arrived, { manifest, what }, options, io);
  }
}

/** Creates the client's folder if the client was never started here. */
export function configFor(io: Io): ConfigFolder {
  const [known] = configFolders(io.env, io.home);
  if (known) return known;
  const [path = join(io.home, '.claude')] = configPaths(io.env, io.home);
  makeFolder(join(path, 'projects'));
  const config = configFolderAt(path);
  if (!config) throw new UserError(`${path} cannot be used.`, { hint: 'Set CLAUDE_CONFIG_DIR.' });
  return config;
}

function report(
  arrived: Extract<Arrived, { kind: 'rehearsed' | 'arrived' }>,
  { manifest, what }: Pick<Incoming, 'manifest' | 'what'>,
  options: TakeInOptions,
  io: Io,
): void {
  const { cwd, replacements, check } = arrived;
  const { file, left, undo } = arrived.kind === 'arrived' ? arrived : { file: null, left: [], undo: undefined };
  const isDryRun = file === null;
  const sessionId = isDryRun ? manifest.sessionId : basename(file, '.jsonl');
  if (options.json) {
    const { title, cwd: from, isRedacted } = manifest;
    const files = manifest.files.length;
    const command = isDryRun ? undefined : resumeCommand(sessionId, undefined, io.platform);
    const result = {
      isDryRun,
      sessionId,
      title,
      file,
      from,
      cwd,
      files,
      replacements,
      isRedacted,
      left,
      command,
      undo,
    };
    io.out(`${JSON.stringify(result, null, 2)}\n`);
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
  for (const each of left) io.out(`  left out  ${each}: it already exists\n`);
  if (!isDryRun) printResume(sessionId, cwd, io);
  if (isAbsolute(cwd) && !existsSync(cwd)) io.err(`There is no folder ${safeLine(cwd)} yet.\n`);
  io.err(isDryRun ? 'Nothing was written: this was a dry run.\n' : 'Take it back with: unspool undo\n');
}

function verbOf(what: string, isDryRun: boolean): string {
  const verb = what.startsWith('pull ') ? 'Pull' : 'Unpack';
  return isDryRun ? verb : `${verb}ed`;
}
