import type { Session } from '@unspool/session';
import { streamConversation } from '@unspool/session/resume';
import { stepsOf } from './steps/steps-of.js';
import { newTally, type Tally } from './steps/tally.js';
import { type Client, renamedCall } from './tool-names.js';

/** Counts what a session sends to the model, and maps its tools to their names in another client. */
export function tallyOf(session: Session, { from, to }: { from: Client; to: Client }): Tally {
  const tally = newTally();
  const renamed = (call: Parameters<typeof renamedCall>[0]) => renamedCall(call, from, to);
  const steps = stepsOf(streamConversation(session).messages, {
    tally,
    takesImages: true,
    marksFailures: true,
    renamed,
    now: 0,
  });
  for (const _ of steps);
  return tally;
}
