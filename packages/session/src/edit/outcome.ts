import { statSync } from 'node:fs';
import type { Soundness } from '../check.js';
import { isUser } from '../entry/entry.js';
import { openSession } from '../graph/open-session.js';
import type { Session } from '../graph/session.js';
import { resume } from '../resume/resume.js';
import { oneLine } from '../turn/title.js';
import { wordsOf } from '../turn/words.js';
import type { EditSource } from './edit-source.js';
import { calibrate, estimateTokens, traceContext } from './estimate.js';
import { type LeftBehind, notesOfLeft, nothingLeft } from './left-behind.js';
import { measurePlan, type TurnEffect } from './measure.js';
import type { SourceSize } from './new-session.js';
import { type EditPlan, isEmptyPlan } from './plan.js';
import type { EditCounts } from './write-edit.js';

/** What an edit comes to: the same for the plan, the proof and the app. */
export interface Outcome {
  what: string;
  notes: string[];
  turns: (TurnEffect & { words: string })[];
  lines: { before: number; after: number };
  bytes: { before: number; after: number };
  /** Absent for sessions too large to be put together in memory. */
  messages: { before: number; after: number } | undefined;
  /** Estimated from the session's own usage figures. */
  tokens: { before: number; after: number } | undefined;
  resumes: boolean;
  reasons: Soundness['reasons'];
}

const TOO_LARGE = 128 * 1024 * 1024;
const NO_CONTEXTS = { messages: undefined, tokens: undefined };

/** Compares a session with what was made of it. */
export function outcomeOf(
  source: EditSource,
  plan: EditPlan,
  made: { file: string; check: Soundness; counts?: EditCounts | undefined; left?: LeftBehind; source?: SourceSize },
): Outcome {
  const { file, check, counts, left = nothingLeft() } = made;
  const before = made.source ?? { lines: source.session.lines.total, bytes: sizeOf(source.session) };
  const lengths = counts?.lengths ?? new Map<number, number>();
  const effects = isEmptyPlan(plan) ? [] : measurePlan(source.session, source.turns, { plan, lengths });
  return {
    what: plan.what,
    notes: [...plan.notes, ...notesOfLeft(left)],
    turns: effects.map((turn) => ({ ...turn, words: wordsOfTurn(source, turn.number) })),
    lines: { before: before.lines, after: check.lines.total },
    bytes: { before: before.bytes, after: statSync(file).size },
    ...(before.bytes > TOO_LARGE
      ? NO_CONTEXTS
      : contextsOf(source.session, isEmptyPlan(plan) && left.thoughts === 0, file)),
    resumes: check.resumes,
    reasons: check.reasons,
  };
}

/** Of a plain copy, what holds before holds after. */
function contextsOf(session: Session, isCopy: boolean, file: string): Pick<Outcome, 'messages' | 'tokens'> {
  const after = isCopy ? session : openSession(file, { sessionId: session.sessionId });
  return {
    messages: { before: resume(session).messages.length, after: resume(after).messages.length },
    tokens: tokensOf(session, after),
  };
}

/** What the turn began with, on one line; taken now, because an edit in place replaces the file it stands in. */
function wordsOfTurn({ session, turns }: EditSource, number: number): string {
  if (number === 0) return '(before the first turn)';
  const start = turns.turns[number - 1]?.start;
  const entry = start && session.read(start);
  if (!entry || !isUser(entry)) return '(goes on)';
  const words = wordsOf(entry);
  return oneLine(words.command ? `${words.command.name} ${words.command.args}` : words.text);
}

function tokensOf(before: Session, after: Session): { before: number; after: number } {
  const trace = traceContext(before);
  const calibration = calibrate(trace);
  return {
    before: estimateTokens(trace.characters, calibration),
    after: estimateTokens(traceContext(after).characters, calibration),
  };
}

function sizeOf(session: Session): number {
  const last = session.nodes.at(-1)?.place;
  return last ? last.byte + last.length : 0;
}
