import { isDeepStrictEqual } from 'node:util';
import { type Block, isText, openSession, type Session } from '@unspool/session';
import { streamConversation } from '@unspool/session/resume';
import type { Adapter } from '../contract/adapter.js';
import { openForeign } from '../copies/open-file.js';
import { type Conversion, wantedSteps } from './convert-session.js';
import type { Step } from './steps/step.js';
import { imageIn, stepsOf } from './steps/steps-of.js';
import { newTally } from './steps/tally.js';
import { type Client, renamedCall } from './tool-names.js';

/** `unread`: there is no reader for the client's format. */
export type ReadBack = { kind: 'same'; steps: number } | { kind: 'different'; reason: string } | { kind: 'unread' };

/**
 * Reads a written file as a session of its client and compares it with what should have been written: prompts, replies,
 * calls with their input, and results.
 */
export function readBack(
  file: string,
  conversion: Omit<Conversion, 'planned'>,
  { adapters, root }: { adapters: readonly Adapter[]; root: string },
): ReadBack {
  const reader = adapters.find(({ name }) => name === conversion.target.agent);
  if (!reader) return { kind: 'unread' };
  const [copy] = openForeign(file, [reader], root)?.sessions ?? [];
  if (copy === undefined) return { kind: 'different', reason: 'our reader finds no session in it' };
  const { takesImages, marksFailures } = conversion.target;
  const wanted = wantedSteps(conversion);
  const found = stepsOf(streamConversation(openSession(copy, { sessionId: ANY_ID })).messages, {
    tally: newTally(),
    takesImages,
    marksFailures,
    renamed: (call) => call,
    now: conversion.now,
  });
  return compare(wanted, found, marksFailures);
}

/** Used in place of other clients' ids, because a resume requires a UUID. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

/** Whether a taken-over session has the replies of its source. Prompts are skipped: some text in them was left out. */
export function sameReplies(source: Session, made: Session, { from, to }: { from: Client; to: Client }): ReadBack {
  const options = { tally: newTally(), takesImages: true, marksFailures: true, now: 0 };
  const wanted = stepsOf(streamConversation(source).messages, {
    ...options,
    renamed: (call) => renamedCall(call, from, to),
  });
  const found = stepsOf(streamConversation(made).messages, { ...options, renamed: (call) => call });
  return compare(repliesIn(wanted), repliesIn(found), true);
}

function* repliesIn(steps: Iterable<Step>): Generator<Step> {
  for (const step of steps) if (step.kind !== 'prompt') yield step;
}

function compare(wanted: Iterable<Step>, found: Iterable<Step>, marksFailures: boolean): ReadBack {
  const rest = found[Symbol.iterator]();
  let steps = 0;
  for (const step of wanted) {
    steps++;
    const { value, done } = rest.next();
    if (done) return { kind: 'different', reason: `it ends before step ${steps}` };
    if (isDeepStrictEqual(essence(step, marksFailures), essence(value, marksFailures))) continue;
    return { kind: 'different', reason: `step ${steps}, a ${step.kind}, differs` };
  }
  return rest.next().done ? { kind: 'same', steps } : { kind: 'different', reason: `it continues after step ${steps}` };
}

/** The parts that must be the same. Ids, times and models may differ. */
function essence(step: Step, marksFailures: boolean): unknown {
  if (step.kind === 'reply') return [step.text, step.calls.map(({ name, input }) => [name, input])];
  if (step.kind === 'prompt') return contentOf(step.content);
  return [contentOf(step.content), marksFailures && step.isError];
}

function contentOf(content: readonly Block[]): unknown[] {
  return content.map((block) => (isText(block) ? block.text : imageIn(block)));
}
