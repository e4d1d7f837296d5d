import { basename } from 'node:path';
import {
  type EditPlan,
  type FamilyChange,
  isEmptyPlan,
  type Outcome,
  performEdit,
  rehearseEdit,
} from '@unspool/session/edit';
import type { Soundness } from '@unspool/session/resume';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { placeOfCopy, planOfCopy, refuseOtherAgent } from './other-agent.js';
import { printOutcome } from './print-outcome.js';
import { printResume, resumeCommand } from './resume-command.js';
import { journalOf, refuseLive, type Source, sourceOf } from './source.js';

export interface EditOptions {
  dryRun?: boolean;
  inPlace?: boolean;
  json?: boolean;
}

export interface EditRequest {
  /** What the user called the session, or the session itself if the command has already opened it. */
  query: string | Source;
  plan: (source: Source) => EditPlan;
  /** Makes the copy even if nothing changes. */
  isCopy?: boolean;
  /** The project folder of the new session. Default: that of the source. */
  folder?: string;
  /** The folder in which the client must be started, if it differs from the source's. */
  cwd?: string;
  /** Edits sub-agents and side files. */
  change?: FamilyChange;
  /** Prints what the command adds at the end; `undo` is the number of the edit. */
  notes?: (undo: string | undefined) => string[];
  /** Masks text before it is shown. */
  shown?: (words: string) => string;
  /** More for the JSON. */
  details?: object;
  options: EditOptions;
}

/** Plans an edit, proves it and, unless it is a dry run, applies it. */
export async function runEdit(given: EditRequest, io: Io): Promise<number> {
  const { query, isCopy, options } = given;
  const source = typeof query === 'string' ? sourceOf(query, io) : query;
  if (options.inPlace) refuseOtherAgent(source.file, io);
  const request = { ...placeOfCopy(source.file, io), ...given };
  // A copy keeps every line, even those that cannot be read.
  if (!options.inPlace && !isCopy) refuseLongLines(source);
  const edit = request.plan(source);
  if (isEmptyPlan(edit) && !isCopy) {
    if (!options.dryRun) refuseLive(source.file, io);
    io.err(`This edit would change nothing: ${edit.what}\n`);
    if (options.json) io.out(`${JSON.stringify({ what: edit.what, changed: false })}\n`);
    return 0;
  }
  const plan = planOfCopy(edit, source, io);
  if (options.dryRun) return dryRun(source, plan, request, io);
  const done = writing(() =>
    performEdit({
      source,
      plan,
      change: request.change,
      isInPlace: options.inPlace === true,
      folder: request.folder,
      journal: journalOf(io),
      now: io.now,
      refuseLive: (file) => refuseLive(file, io),
    }),
  );
  if (done.kind === 'refused') {
    refuseLongLines(source);
    throw wouldNotResume(done.check);
  }
  if (done.kind === 'overtaken') {
    throw new UserError('The session changed during the edit, so nothing was written.', { hint: 'Try again.' });
  }
  report(done.outcome, { file: done.file, undo: done.undo }, request, io);
  return 0;
}

/** It is unknown whether such a line belongs to the part that is kept. */
function refuseLongLines({ file, session }: Source): void {
  const long = session.problems.find(({ kind }) => kind === 'too_long');
  if (!long) return;
  throw new UserError(`Line ${long.line} of ${safeLine(file)} is too long to read, so no copy was made.`, {
    why: 'The line may be one that this edit removes.',
    hint: 'Copy the whole session with unspool clone, or use --in-place if the command has it: that keeps the line.',
  });
}

function dryRun(source: Source, plan: EditPlan, request: EditRequest, io: Io): number {
  const outcome = rehearseEdit({ source, plan, change: request.change, isInPlace: request.options.inPlace === true });
  report(outcome, { isDryRun: true }, request, io);
  return outcome.resumes ? 0 : 1;
}

function wouldNotResume(check: Soundness): UserError {
  return new UserError('The result would not resume, so nothing was written.', {
    why: check.reasons.map((reason) => reason.message).join('\n  '),
    hint: 'See what is wrong with the session: unspool check',
  });
}

function report(
  outcome: Outcome,
  done: { isDryRun?: boolean; file?: string; undo?: string },
  { options, details, notes, shown, cwd }: EditRequest,
  io: Io,
): void {
  outcome.notes.push(...(notes?.(done.undo) ?? []));
  if (shown) for (const turn of outcome.turns) turn.words = shown(turn.words);
  const sessionId = done.file === undefined ? undefined : basename(done.file, '.jsonl');
  if (options.json) {
    const command = sessionId === undefined ? undefined : resumeCommand(sessionId, cwd, io.platform);
    const { isDryRun = false, file = null, undo = null } = done;
    io.out(`${JSON.stringify({ ...outcome, ...details, isDryRun, file, sessionId, command, undo }, null, 2)}\n`);
    return;
  }
  printOutcome(outcome, io);
  if (done.isDryRun) io.err('Nothing was written: this was a dry run.\n');
  if (done.file) io.out(`  written   ${done.file}\n`);
  if (sessionId !== undefined) printResume(sessionId, cwd, io);
  if (done.undo) io.err('Take it back with: unspool undo\n');
}
