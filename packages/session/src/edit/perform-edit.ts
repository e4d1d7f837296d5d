import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkSoundness, type Soundness } from '../check.js';
import { ChangedFileError } from '../read/changed-file.js';
import { writeNewFile } from '../write/new-file.js';
import { sweepOldDrafts } from '../write/old-drafts.js';
import { copyAgent } from './copy-family.js';
import { copyIdOf } from './copy-id.js';
import type { EditSource } from './edit-source.js';
import type { FamilyChange } from './family-change.js';
import { draftFamily, rehearseFamily } from './family-drafts.js';
import type { FileDraft } from './file-changes.js';
import type { Journal } from './journal.js';
import type { EditFacts, JournalEntry } from './journal-entry.js';
import { checkDraft, draftSession, makeSession } from './new-session.js';
import { type MadeFile, type Outcome, outcomeOf } from './outcome.js';
import { type EditPlan, isEmptyPlan } from './plan.js';
import { writeEdit } from './write-edit.js';

/** The parameters of `performEdit`. */
export interface EditOrder {
  source: EditSource;
  plan: EditPlan;
  /** What is done to sub-agents and side files. */
  change?: FamilyChange | undefined;
  /** Whether to replace the session itself; otherwise a new one is made. */
  isInPlace: boolean;
  /** The project folder of the new session; default: the source's own. */
  folder?: string | undefined;
  journal: Journal;
  /** Milliseconds. */
  now: number;
  /** Throws if the session is live. Called again right before the session is replaced. */
  refuseLive: (file: string) => void;
}

/** What `performEdit` did, or why it did nothing. */
export type EditDone =
  | { kind: 'done'; outcome: Outcome; file: string; undo: string }
  /** The result would not resume; nothing was written. */
  | { kind: 'refused'; check: Soundness }
  /** Something else wrote to the session meanwhile; it is left alone. */
  | { kind: 'overtaken' };

export interface Rehearsal {
  source: EditSource;
  plan: EditPlan;
  /** What is done to sub-agents and side files. */
  change?: FamilyChange | undefined;
  /** Whether the session itself would be replaced; otherwise a new one would be made. */
  isInPlace: boolean;
}

/** Does a dry run: writes and checks the result in a temporary folder, including the rest of the family. */
export function rehearseEdit({ source, plan, change, isInPlace }: Rehearsal): Outcome {
  const temp = mkdtempSync(join(tmpdir(), 'unspool-plan-'));
  try {
    if (change) rehearseFamily(source.family, change, temp);
    const draft = join(temp, 'plan.jsonl');
    const made = isInPlace ? writeDraft(source, plan, draft) : writeNewDraft({ source, plan, change }, draft);
    return outcomeOf(source, plan, { ...made, isRehearsed: true });
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/** Performs an edit, checks the result, and records in the journal what undo needs. */
export function performEdit(order: EditOrder): EditDone {
  const { source, folder, now, refuseLive } = order;
  refuseLive(source.file);
  for (const each of new Set([dirname(source.file), folder])) if (each !== undefined) sweepOldDrafts(each, now);
  return order.isInPlace ? inPlace(order) : asNew(order);
}

function asNew({ source, plan, change, folder, journal, now }: EditOrder): EditDone {
  const { file, family } = source;
  const made = makeSession({
    file,
    get session() {
      return source.session;
    },
    family,
    ...(!isEmptyPlan(plan) && { plan }),
    mark: plan.mark,
    change,
    folder: folder ?? dirname(file),
    sessionId: copyIdOf(file),
    newUuid: randomUUID,
  });
  if (made.kind === 'refused') return made;
  const { id } = journal.created({ at: new Date(now).toISOString(), what: plan.what, from: file, ...made });
  return {
    kind: 'done',
    outcome: outcomeOf(source, plan, { ...made, check: () => made.check }),
    file: made.file,
    undo: id,
  };
}

function inPlace({ source, plan, change, journal, now, refuseLive }: EditOrder): EditDone {
  const draft = join(dirname(source.file), `.unspool-${randomUUID()}.tmp`);
  try {
    const edited = writeDraft(source, plan, draft);
    const check = edited.check();
    if (!check.resumes || !check.roundTrip) return { kind: 'refused', check };
    const outcome = outcomeOf(source, plan, { ...edited, check: () => check });
    refuseLive(source.file);
    const facts = { at: new Date(now).toISOString(), what: plan.what, file: source.file };
    const entry = change
      ? changeFamily(
          journal,
          facts,
          draftFamily({ file: source.file, family: source.family, stamp: source.stamp, draft, change }),
        )
      : journal.replace(facts, draft, source.stamp);
    return entry ? { kind: 'done', outcome, file: source.file, undo: entry.id } : { kind: 'overtaken' };
  } catch (error) {
    if (error instanceof ChangedFileError) return { kind: 'overtaken' };
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function changeFamily(journal: Journal, facts: EditFacts, drafts: readonly FileDraft[]): JournalEntry {
  try {
    return journal.change(facts, { drafts, folders: [] });
  } finally {
    // After a success the drafts have replaced the files, so there is nothing to remove.
    for (const { draft } of drafts) if (draft !== undefined) rmSync(draft, { force: true });
  }
}

/** A file written but not yet checked. */
type Draft = Omit<MadeFile, 'isRehearsed'>;

function writeDraft(source: EditSource, plan: EditPlan, draft: string): Draft {
  const { file, session } = source;
  const lengths = writeNewFile(draft, (sink) => writeEdit({ file, nodes: session.nodes }, plan, sink));
  const { sessionId, lines, size } = session;
  const check = () => checkSoundness(draft, { sessionId, edited: () => source.session });
  return { file: draft, check, lengths, before: { lines: lines.total, bytes: size } };
}

/** Uses new ids, as the real copy will: they decide what has no place in it. */
function writeNewDraft({ source, plan, change }: Omit<Rehearsal, 'isInPlace'>, draft: string): Draft {
  const { file, family } = source;
  const request = {
    file,
    get session() {
      return source.session;
    },
    family,
    plan,
    mark: plan.mark,
    sessionId: randomUUID(),
    newUuid: randomUUID,
  };
  const { ids, ...made } = draftSession(request, draft);
  const nowhere = { write: () => {} };
  for (const agent of family.agents) copyAgent(agent.file, { ids, left: made.left, change }, nowhere);
  return { file: draft, ...made, check: () => checkDraft(draft, request, made) };
}
