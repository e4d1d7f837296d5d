import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { configFolders } from '@unspool/session';
import {
  applyMove,
  countOfMoved,
  isRoot,
  type Moved,
  type MoveOutcome,
  type MovePlan,
  movedSessions,
  planMove,
  rehearseMove,
  whyLive,
} from '@unspool/session/edit';
import { isSamePath, namedProject } from '@unspool/session/locate';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { printResume, resumeCommand } from './resume-command.js';
import { journalOf } from './source.js';

export interface MoveCommandOptions {
  copy?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** Moves the sessions of a project whose folder was renamed or moved. */
export function move(from: string, to: string, options: MoveCommandOptions, io: Io): number {
  const plans = plansFor(pathOf(from, io), realPathOf(pathOf(to, io)), io);
  const [first] = plans;
  if (!first) {
    throw new UserError(`No session was started in ${pathOf(from, io)} or below it.`, {
      hint: 'See where sessions were started with: unspool ls --json',
    });
  }
  const collisions = plans.flatMap((plan) => plan.collisions);
  if (collisions.length > 0) {
    throw new UserError('Sessions with the same ids already exist in the new folder, so nothing was moved.', {
      why: collisions.join('\n  '),
    });
  }
  const mode = options.copy ? 'copy' : 'move';
  if (options.dryRun) {
    for (const plan of plans) report(plan, rehearsed(plan, mode), { mode, isDryRun: true, undo: null }, options, io);
    return 0;
  }
  for (const plan of plans) refuseLive(plan, io);
  for (const plan of plans) {
    const at = new Date(io.now).toISOString();
    const moved = writing(() => applyMove(plan, { mode, journal: journalOf(io), at }));
    if (moved.kind === 'refused') throw notAsGood(moved);
    report(plan, moved.outcome, { mode, isDryRun: false, undo: moved.entry.id }, options, io);
  }
  return 0;
}

/** A folder may have been recorded with its symbolic links resolved. */
function plansFor(from: string, to: string, io: Io): MovePlan[] {
  if (isRoot(from)) {
    throw new UserError(`${safeLine(from)} cannot be the old folder of a project.`, {
      why: 'It contains all other folders.',
      hint: 'To copy one session: unspool clone SESSION --cwd FOLDER',
      isUsage: true,
    });
  }
  if (isSamePath(from, to)) {
    throw new UserError(`The old and the new folder are the same: ${from}`, { isUsage: true });
  }
  for (const each of new Set([from, realPathOf(from)])) {
    const plans = configFolders(io.env, io.home).map((config) =>
      planMove({
        config,
        from: each,
        to,
        namedProject: namedProject(io.env),
        ...(io.home !== '' && { home: io.home }),
      }),
    );
    const found = plans.filter((plan) => plan.sessions.length > 0);
    if (found.length > 0) return found;
  }
  return [];
}

/** Accepts Windows paths on every system, since sessions are moved between machines. */
export function pathOf(path: string, io: Io): string {
  // Usually from an unset variable. Do not guess that the current folder is meant.
  if (path.trim() === '')
    throw new UserError('The name of a folder is empty.', { hint: 'Give its path.', isUsage: true });
  const isWhole = isAbsolute(path) || /^([A-Za-z]:[\\/]|\\\\)/.test(path);
  return isWhole ? path.replace(/(?<=[^:\\/])[\\/]+$/, '') : resolve(io.cwd, path);
}

/** The client resolves symbolic links in its working folder. If the folder no longer exists, its parent is resolved. */
export function realPathOf(path: string): string {
  if (!isAbsolute(path)) return path;
  if (existsSync(path)) return realpathSync(path);
  return existsSync(dirname(path)) ? join(realpathSync(dirname(path)), basename(path)) : path;
}

function refuseLive(plan: MovePlan, io: Io): void {
  const journal = journalOf(io);
  // Sub-agents are included.
  const transcripts = plan.files.filter((file) => file.from.endsWith('.jsonl'));
  const reasons = transcripts.flatMap(({ from }) => whyLive(from, journal, io.now, []));
  if (reasons.length === 0) return;
  throw new UserError('A session of this project is live, so nothing was moved.', {
    why: reasons.join('\n  '),
    hint: 'Close it in the client and wait a minute, or see what would happen with --dry-run.',
  });
}

function rehearsed(plan: MovePlan, mode: 'move' | 'copy'): MoveOutcome {
  const scratch = mkdtempSync(join(tmpdir(), 'unspool-plan-'));
  try {
    const outcome = rehearseMove(plan, mode, scratch);
    if ('kind' in outcome) throw outcome.kind === 'refused' ? notAsGood(outcome) : new Error('a rehearsal moved files');
    return outcome;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function notAsGood({ sessionId, check }: Extract<Moved, { kind: 'refused' }>): UserError {
  return new UserError(`Session ${sessionId} would not stay the same, so nothing was moved.`, {
    why: check.reasons.map((reason) => reason.message).join('\n  '),
    hint: 'See what is wrong with it: unspool check',
  });
}

interface Done {
  mode: 'move' | 'copy';
  isDryRun: boolean;
  undo: string | null;
}

function report(plan: MovePlan, outcome: MoveOutcome, done: Done, options: MoveCommandOptions, io: Io): void {
  const newest = [...plan.sessions].filter((session) => session.hasMain).sort((a, b) => b.mtimeMs - a.mtimeMs)[0];
  if (options.json) {
    const sessions = movedSessions(plan).map((session) => ({
      ...session,
      ...outcome.sessions.find((each) => each.sessionId === session.sessionId),
    }));
    const { from, to, notes, folders } = plan;
    const command = newest && resumeCommand(newest.sessionId, newest.cwd.to, io.platform);
    io.out(`${JSON.stringify({ from, to, ...done, ...outcome, sessions, folders, notes, command }, null, 2)}\n`);
    return;
  }
  const paint = colours(io.hasColour);
  const verb = done.mode === 'copy' ? 'Copy' : 'Move';
  const way = `${safeLine(plan.from)} → ${safeLine(plan.to)}`;
  io.out(`${paint.bold(`${verb} ${countOfMoved(plan)}`)} ${way}\n`);
  io.out(`  files     ${outcome.files.toLocaleString('en-US')}, with sub-agents and outputs\n`);
  io.out(`  paths     ${plural(outcome.replacements, 'replacement')}\n`);
  for (const record of outcome.records) io.out(`  updated   ${record}\n`);
  const resumed = outcome.sessions.filter((session) => session.resumes).length;
  const isWhole = outcome.sessions.every(({ verdict }) => verdict.isWhole);
  const mark = isWhole ? paint.green('✓ resumes') : paint.yellow('! resumes');
  io.out(`  ${mark} ${resumed} of ${outcome.sessions.length}\n`);
  for (const { sessionId, resumes, verdict } of outcome.sessions) {
    if (resumes && !verdict.isWhole) io.out(`    ${sessionId} ${verdict.text}\n`);
  }
  for (const { sessionId, resumes, reasons } of outcome.sessions) {
    if (!resumes) io.out(`    ${sessionId} did not resume before either: ${safeLine(reasons[0]?.message ?? '')}\n`);
  }
  for (const note of plan.notes) io.out(`  ${safeLine(note)}\n`);
  if (isAbsolute(plan.to) && !existsSync(plan.to)) io.err(`There is no folder ${safeLine(plan.to)} yet.\n`);
  if (done.isDryRun) io.err('Nothing was written: this was a dry run.\n');
  else if (newest) printResume(newest.sessionId, newest.cwd.to, io);
  if (done.undo) io.err('Take it back with: unspool undo\n');
}
