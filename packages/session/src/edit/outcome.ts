import { statSync } from 'node:fs';
import type { Soundness } from '../check.js';
import { judgeResume } from '../judge-resume.js';
import { isUuid } from '../locate/session-id.js';
import { openSession } from '../model/open-session.js';
import type { Session } from '../model/session.js';
import { resume } from '../resume/resume.js';
import { type ShownVerdict, shownVerdict } from '../verdict-text.js';
import { askedIn } from './asked-in.js';
import type { EditSource } from './edit-source.js';
import { estimateContext } from './estimate.js';
import { type LeftBehind, notesOfLeft, nothingLeft } from './left-behind.js';
import { measurePlan, type TurnEffect } from './measure.js';
import { type EditPlan, isEmptyPlan } from './plan.js';

/** The effect of an edit, for a dry run, for the finished edit and for the app. */
export interface Outcome {
  what: string;
  notes: string[];
  turns: (TurnEffect & { words: string })[];
  lines: { before: number; after: number };
  bytes: { before: number; after: number };
  /** Undefined for sessions with too many messages for memory. */
  messages: { before: number; after: number } | undefined;
  /**
   * Estimated size of the conversation that a resume sends. For sessions over the size limit only in a dry run, because
   * it is slow.
   */
  tokens: { before: number; after: number } | undefined;
  resumes: boolean;
  /** How much of the result resumes. Undefined for sessions with too many messages for memory. */
  verdict: ShownVerdict | undefined;
  reasons: Soundness['reasons'];
}

/** Printed instead of a verdict. */
export const NOT_COUNTED = 'resumes; how much was not counted, because the session is over 128 MB: `unspool check`';

/** Sessions above this size have too many messages for memory. */
const LARGE_SESSION = 128 * 1024 * 1024;
const NO_CONTEXTS = { messages: undefined, tokens: undefined, verdict: undefined };

export interface MadeFile {
  file: string;
  /** Called once the source was measured, because both need much memory. */
  check: () => Soundness;
  lengths: ReadonlyMap<number, number>;
  /** The size of the source. */
  before: { lines: number | undefined; bytes: number };
  left?: LeftBehind;
  /** A dry run. */
  isRehearsed?: boolean;
}

/** Compares a session with the result of an edit. */
export function outcomeOf(source: EditSource, plan: EditPlan, made: MadeFile): Outcome {
  const { file, before, left = nothingLeft(), isRehearsed } = made;
  const turns = isEmptyPlan(plan) ? [] : turnsTouched(source, plan, made.lengths);
  const isLarge = before.bytes > LARGE_SESSION;
  const isCopy = isEmptyPlan(plan) && left.thoughts === 0;
  const estimate = isLarge && isRehearsed ? estimateContext(source.session) : undefined;
  if (isLarge && isRehearsed) source.release();
  const check = made.check();
  return {
    what: plan.what,
    notes: [...plan.notes, ...notesOfLeft(left)],
    turns,
    lines: { before: before.lines ?? check.lines.total, after: check.lines.total },
    bytes: { before: before.bytes, after: statSync(file).size },
    ...(isLarge ? contextsOfLarge(file, estimate, isCopy) : contextsOf(source, file, isCopy)),
    resumes: check.resumes,
    reasons: check.reasons,
  };
}

function turnsTouched(source: EditSource, plan: EditPlan, lengths: MadeFile['lengths']): Outcome['turns'] {
  const effects = measurePlan(source.session, source.turns, { plan, lengths });
  return effects.map((turn) => ({ ...turn, words: wordsOfTurn(source, turn.number) }));
}

/** Stands in for a session id that no client accepts: the new session gets an acceptable one. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

type Contexts = Pick<Outcome, 'messages' | 'tokens' | 'verdict'>;

function contextsOfLarge(file: string, before: number | undefined, isCopy: boolean): Contexts {
  if (before === undefined) return NO_CONTEXTS;
  const after = isCopy && before > 0 ? before : estimateContext(openSession(file, { sessionId: ANY_ID }));
  return { ...NO_CONTEXTS, tokens: { before, after } };
}

/** For a plain copy, both are the same. */
function contextsOf({ session }: EditSource, file: string, isCopy: boolean): Contexts {
  const isNamed = isUuid(session.sessionId);
  const after = isCopy && isNamed ? session : openSession(file, { sessionId: isNamed ? session.sessionId : ANY_ID });
  const before = resume(session).messages.length;
  return {
    tokens: tokensOf(session, after),
    verdict: shownVerdict(judgeResume(after, file)),
    messages: { before, after: after === session ? before : resume(after).messages.length },
  };
}

/** Returns the words a turn started with, on one line. Read before an edit in place replaces the file. */
function wordsOfTurn({ session, turns }: EditSource, number: number): string {
  if (number === 0) return '(before the first turn)';
  const start = turns.turns[number - 1]?.start;
  return (start && askedIn(session.read(start))) ?? '(goes on)';
}

function tokensOf(before: Session, after: Session): { before: number; after: number } {
  const own = estimateContext(before);
  return { before: own, after: after === before ? own : estimateContext(after) };
}
