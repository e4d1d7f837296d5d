import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  checkSoundness,
  draftFamily,
  type EditCounts,
  type EditPlan,
  type FamilyChange,
  isEmptyPlan,
  isSessionId,
  makeSession,
  type Soundness,
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
  /** What the person called the session, or the session itself where the command has looked at it already. */
  query: string | Source;
  plan: (source: Source) => EditPlan;
  /** A copy is worth making although nothing changes. */
  isCopy?: boolean;
  /** The project folder of the new session; the source's own unless given. */
  folder?: string;
  /** What is done to sub-agents and side files. */
  change?: FamilyChange;
  /** What the command has to say when it is done; `undo` is the edit's number. */
  notes?: (undo: string | undefined) => string[];
  /** What may be shown of a person's words. */
  shown?: (words: string) => string;
  /** More for the JSON. */
  details?: object;
  options: EditOptions;
}

/** Plans an edit, proves it, and then, unless it is a dry run, does it. */
export function runEdit(request: EditRequest, io: Io): number {
  const { query, isCopy, options } = request;
  const source = typeof query === 'string' ? sourceOf(query, io) : query;
  const plan = request.plan(source);
  if (isEmptyPlan(plan) && !isCopy) {
    io.err(`Nothing to do: ${plan.what} would change nothing.\n`);
    if (options.json) io.out(`${JSON.stringify({ what: plan.what, changed: false })}\n`);
    return 0;
  }
  if (options.dryRun) return dryRun(source, plan, request, io);
  refuseLive(source.file, io);
  return options.inPlace ? inPlace(source, plan, request, io) : newSession(source, plan, request, io);
}

function dryRun(source: Source, plan: EditPlan, request: EditRequest, io: Io): number {
  const temp = mkdtempSync(join(tmpdir(), 'unspool-plan-'));
  try {
    const edited = writeDraft(source, plan, join(temp, 'plan.jsonl'));
    const outcome = outcomeOf(source, plan, edited);
    tell(outcome, { isDryRun: true }, request, io);
    return outcome.resumes ? 0 : 1;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

function newSession(source: Source, plan: EditPlan, request: EditRequest, io: Io): number {
  const made = makeSession({
    file: source.file,
    session: source.session,
    family: source.family,
    ...(isEmptyPlan(plan) ? {} : { plan }),
    ...(request.change && { change: request.change }),
    folder: request.folder ?? dirname(source.file),
    sessionId: randomUUID(),
    newUuid: randomUUID,
  });
  if (made.kind === 'refused') throw wouldNotResume(made.check);
  const journal = journalOf(io);
  const at = new Date(io.now).toISOString();
  const entry = journal.created({ at, what: plan.what, file: made.file, created: made.created });
  const outcome = outcomeOf(source, plan, made);
  tell(outcome, { file: made.file, undo: entry.id }, request, io);
  return 0;
}

function inPlace(source: Source, plan: EditPlan, request: EditRequest, io: Io): number {
  const draft = join(dirname(source.file), `.unspool-${randomUUID()}.tmp`);
  try {
    const edited = writeDraft(source, plan, draft);
    if (!edited.check.resumes || !edited.check.roundTrip) throw wouldNotResume(edited.check);
    const outcome = outcomeOf(source, plan, edited);
    refuseLive(source.file, io);
    const journal = journalOf(io);
    const at = new Date(io.now).toISOString();
    const facts = { at, what: plan.what, file: source.file };
    const entry = request.change
      ? journal.change(facts, { drafts: draftFamily({ ...source, draft, change: request.change }), folders: [] })
      : journal.replace(facts, draft);
    if (!entry) {
      throw new UserError('The session changed while it was edited, so it is left as it is.', { hint: 'Try again.' });
    }
    tell(outcome, { file: source.file, undo: entry.id }, request, io);
    return 0;
  } finally {
    rmSync(draft, { force: true });
  }
}

interface Draft {
  file: string;
  check: Soundness;
  counts: EditCounts;
}

function writeDraft({ file, session }: Source, plan: EditPlan, draft: string): Draft {
  const counts = writeNewFile(draft, (sink) => writeEdit({ file, nodes: session.nodes }, plan, sink));
  return { file: draft, check: checkSoundness(draft, { sessionId: session.sessionId }), counts };
}

function wouldNotResume(check: Soundness): UserError {
  return new UserError('The result would not resume, so nothing was written.', {
    why: check.reasons.map((reason) => reason.message).join('\n  '),
    hint: 'See what is wrong with the session: unspool check',
  });
}

function tell(
  outcome: Outcome,
  done: { isDryRun?: boolean; file?: string; undo?: string },
  { options, details, notes, shown }: EditRequest,
  io: Io,
): void {
  outcome.notes.push(...(notes?.(done.undo) ?? []));
  if (shown) for (const turn of outcome.turns) turn.words = shown(turn.words);
  const sessionId = done.file === undefined ? undefined : basename(done.file, '.jsonl');
  const command = sessionId !== undefined && isSessionId(sessionId) ? `claude --resume ${sessionId}` : undefined;
  if (options.json) {
    const { isDryRun = false, file = null, undo = null } = done;
    io.out(`${JSON.stringify({ ...outcome, ...details, isDryRun, file, sessionId, command, undo }, null, 2)}\n`);
    return;
  }
  printOutcome(outcome, io);
  if (done.isDryRun) io.err('Nothing was written: this was a dry run.\n');
  if (done.file) io.out(`  written   ${done.file}\n`);
  if (command) io.out(`\nContinue with: ${command}\n`);
  if (done.undo) io.err('Take it back with: unspool undo\n');
}
