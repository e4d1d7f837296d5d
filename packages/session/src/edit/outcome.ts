import { statSync } from 'node:fs';
import type { Soundness } from '../check.js';
import { type Entry, isUser } from '../format/entry.js';
import { isUuid } from '../locate/session-id.js';
import { oneLine } from '../model/one-line.js';
import { openSession } from '../model/open-session.js';
import type { Session } from '../model/session.js';
import { wordsOf } from '../model/words.js';
import { resume } from '../resume/resume.js';
import type { EditSource } from './edit-source.js';
import { calibrate, estimateTokens, traceContext } from './estimate.js';
import { type LeftBehind, notesOfLeft, nothingLeft } from './left-behind.js';
import { measurePlan, type TurnEffect } from './measure.js';
import { type EditPlan, isEmptyPlan } from './plan.js';

/** What an edit comes to: the same for the plan, the proof and the app. */
export interface Outcome {
  what: string;
  notes: string[];
  turns: (TurnEffect & { words: string })[];
  lines: { before: number; after: number };
  bytes: { before: number; after: number };
  /** Absent for sessions too large to be put together in memory. */
  messages: { before: number; after: number } | undefined;
  /** Estimated from the session's own usage figures. Of so large ones only a plan tells them: that takes a while. */
  tokens: { before: number; after: number } | undefined;
  resumes: boolean;
  reasons: Soundness['reasons'];
}

/** Above this many bytes, the messages of a session are not put together: that takes too much memory. */
const GREAT_SESSION = 128 * 1024 * 1024;
const NO_CONTEXTS = { messages: undefined, tokens: undefined };

interface MadeFile {
  file: string;
  check: Soundness;
  lengths: ReadonlyMap<number, number>;
  left?: LeftBehind;
  /** Nothing is done yet: somebody wants to know what would be. */
  isRehearsed?: boolean;
}

/** Compares a session with what was made of it. */
export function outcomeOf(source: EditSource, plan: EditPlan, made: MadeFile): Outcome {
  const { file, check, left = nothingLeft() } = made;
  const { lines, size } = source.session;
  return {
    what: plan.what,
    notes: [...plan.notes, ...notesOfLeft(left)],
    turns: isEmptyPlan(plan) ? [] : turnsTouched(source, plan, made.lengths),
    lines: { before: lines.total, after: check.lines.total },
    bytes: { before: size, after: statSync(file).size },
    ...contextsOf(source, made, { isCopy: isEmptyPlan(plan) && left.thoughts === 0, bytes: size }),
    resumes: check.resumes,
    reasons: check.reasons,
  };
}

function turnsTouched(source: EditSource, plan: EditPlan, lengths: MadeFile['lengths']): Outcome['turns'] {
  const effects = measurePlan(source.session, source.turns, { plan, lengths });
  return effects.map((turn) => ({ ...turn, words: wordsOfTurn(source, turn.number) }));
}

/** For a session whose own name no client takes: the new one has a name that it does. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

/** Of a plain copy, what holds before holds after. */
function contextsOf(
  source: EditSource,
  { file, isRehearsed }: MadeFile,
  { isCopy, bytes }: { isCopy: boolean; bytes: number },
): Pick<Outcome, 'messages' | 'tokens'> {
  const isGreat = bytes > GREAT_SESSION;
  if (isGreat && !isRehearsed) return NO_CONTEXTS;
  const { session } = source;
  const isNamed = isUuid(session.sessionId);
  const after = isCopy && isNamed ? session : openSession(file, { sessionId: isNamed ? session.sessionId : ANY_ID });
  const tokens = tokensOf(session, after);
  if (isGreat) return { messages: undefined, tokens };
  const before = resume(session).messages.length;
  return {
    tokens,
    messages: { before, after: after === session ? before : resume(after).messages.length },
  };
}

/** What the turn began with, on one line; taken now, because an edit in place replaces the file it stands in. */
function wordsOfTurn({ session, turns }: EditSource, number: number): string {
  if (number === 0) return '(before the first turn)';
  const start = turns.turns[number - 1]?.start;
  return start ? askedIn(session.read(start)) : '(goes on)';
}

function askedIn(entry: Entry): string {
  if (!isUser(entry)) return '(goes on)';
  const words = wordsOf(entry);
  return oneLine(words.command ? `${words.command.name} ${words.command.args}` : words.text);
}

function tokensOf(before: Session, after: Session): { before: number; after: number } {
  const trace = traceContext(before);
  const calibration = calibrate(trace);
  const own = estimateTokens(trace.characters, calibration);
  return {
    before: own,
    after: after === before ? own : estimateTokens(traceContext(after).characters, calibration),
  };
}
