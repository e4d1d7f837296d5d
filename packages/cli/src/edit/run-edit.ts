import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  checkFile,
  type EditPlan,
  type FileCheck,
  isEmptyPlan,
  isSessionId,
  makeSession,
  writeEdit,
  writeNewFile,
} from '@unspool/session';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { printOutcome } from './print-outcome.js';
import { journalOf, refuseLive, type Source, sourceOf } from './source.js';

export interface EditOptions {
  dryRun?: boolean;
  inPlace?: boolean;
  json?: boolean;
}

export interface EditRequest {
  query: string;
  plan: (source: Source) => EditPlan;
  /** A copy is worth making although nothing changes. */
  isCopy?: boolean;
  /** The project folder of the new session; the source's own unless given. */
  folder?: string;
  options: EditOptions;
}

/** Plans an edit, proves it, and then, unless it is a dry run, does it. */
export function runEdit({ query, plan: planOf, isCopy, folder, options }: EditRequest, io: Io): number {
  const source = sourceOf(query, io);
  const plan = planOf(source);
  if (isEmptyPlan(plan) && !isCopy) {
    io.err(`Nothing to do: ${plan.what} would change nothing.\n`);
    if (options.json) io.out(`${JSON.stringify({ what: plan.what, changed: false })}\n`);
    return 0;
  }
  if (options.dryRun) return dryRun(source, plan, options, io);
  refuseLive(source.file, io);
  return options.inPlace ? inPlace(source, plan, options, io) : newSession(source, plan, { folder, options }, io);
}

function dryRun(source: Source, plan: EditPlan, options: EditOptions, io: Io): number {
  const temp = mkdtempSync(join(tmpdir(), 'unspool-plan-'));
  try {
    const edited = writeDraft(source, plan, join(temp, 'plan.jsonl'));
    const outcome = outcomeOf(source, plan, edited);
    tell(outcome, { isDryRun: true }, options, io);
    return outcome.resumes ? 0 : 1;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

function newSession(
  source: Source,
  plan: EditPlan,
  { folder, options }: { folder: string | undefined; options: EditOptions },
  io: Io,
): number {
  const made = makeSession({
    file: source.file,
    session: source.session,
    family: source.family,
    ...(isEmptyPlan(plan) ? {} : { plan }),
    folder: folder ?? dirname(source.file),
    sessionId: randomUUID(),
    newUuid: randomUUID,
  });
  if (made.kind === 'refused') throw wouldNotResume(made.check);
  const journal = journalOf(io);
  const at = new Date(io.now).toISOString();
  const entry = journal.created({ at, what: plan.what, file: made.file, created: made.created });
  const outcome = outcomeOf(source, plan, made);
  tell(outcome, { file: made.file, undo: entry.id }, options, io);
  return 0;
}

function inPlace(source: Source, plan: EditPlan, options: EditOptions, io: Io): number {
  const draft = join(dirname(source.file), `.unspool-${randomUUID()}.tmp`);
  try {
    const edited = writeDraft(source, plan, draft);
    if (!edited.check.resumes || !edited.check.roundTrip) throw wouldNotResume(edited.check);
    const outcome = outcomeOf(source, plan, edited);
    refuseLive(source.file, io);
    const journal = journalOf(io);
    const at = new Date(io.now).toISOString();
    const entry = journal.replace({ at, what: plan.what, file: source.file }, draft);
    if (!entry) {
      throw new UserError('The session changed while it was edited, so it is left as it is.', { hint: 'Try again.' });
    }
    tell(outcome, { file: source.file, undo: entry.id }, options, io);
    return 0;
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDraft({ file, session }: Source, plan: EditPlan, draft: string): { file: string; check: FileCheck } {
  writeNewFile(draft, (sink) => writeEdit({ file, nodes: session.nodes }, plan, sink));
  return { file: draft, check: checkFile(draft, { sessionId: session.sessionId }) };
}

function wouldNotResume(check: FileCheck): UserError {
  return new UserError('The result would not resume, so nothing was written.', {
    why: check.reasons.map((reason) => reason.message).join('\n  '),
    hint: 'See what is wrong with the session: unspool check',
  });
}

function tell(
  outcome: Outcome,
  done: { isDryRun?: boolean; file?: string; undo?: string },
  options: EditOptions,
  io: Io,
): void {
  const sessionId = done.file === undefined ? undefined : basename(done.file, '.jsonl');
  const command = sessionId !== undefined && isSessionId(sessionId) ? `claude --resume ${sessionId}` : undefined;
  if (options.json) {
    const { isDryRun = false, file = null, undo = null } = done;
    io.out(`${JSON.stringify({ ...outcome, isDryRun, file, sessionId, command, undo }, null, 2)}\n`);
    return;
  }
  printOutcome(outcome, io);
  if (done.isDryRun) io.err('Nothing was written: this was a dry run.\n');
  if (done.file) io.out(`  written   ${done.file}\n`);
  if (command) io.out(`\nContinue with: ${command}\n`);
  if (done.undo) io.err('Take it back with: unspool undo\n');
}
