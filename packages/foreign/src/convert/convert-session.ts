import { isText, type Session } from '@unspool/session';
import { streamConversation } from '@unspool/session/resume';
import { textBlock } from '../write/blocks.js';
import type { PromptStep, Step } from './steps/step.js';
import { type StepOptions, stepsOf } from './steps/steps-of.js';
import { newTally, type Tally } from './steps/tally.js';
import type { Planned, Target } from './target.js';
import { type Client, renamedCall } from './tool-names.js';

export interface Conversion {
  /** The source, as a session of Claude Code. */
  session: Session;
  /** The client that made it. */
  from: Client;
  target: Target;
  planned: Planned;
  /** Called with all texts and inputs, to replace secrets or only count them. */
  clean?: StepOptions['clean'];
  now: number;
}

/**
 * Converts what the client would send when resuming the session: the summary and the active branch since the last
 * compaction. Passes the content of the new file to `put`, piece by piece.
 */
export function convertSession(conversion: Conversion, put: (piece: string) => void): Tally {
  const tally = newTally();
  for (const piece of conversion.planned.pieces(wantedSteps(conversion, tally))) put(piece);
  return tally;
}

/** The content of the new session. */
export function wantedSteps(conversion: Omit<Conversion, 'planned'>, tally = newTally()): Iterable<Step> {
  const { session, from, target, now, clean } = conversion;
  const { takesImages, marksFailures, agent, notPrompts } = target;
  return stepsOf(streamConversation(session).messages, {
    tally,
    takesImages,
    marksFailures,
    renamed: (call) => renamedCall(call, from, agent),
    now,
    ...(clean && { clean }),
    ...(notPrompts && { fit: (prompt) => fittedPrompt(prompt, notPrompts) }),
  });
}

/** Put before a prompt that the client would mistake for something else. */
export const PROMPT_MARK = 'Prompt: ';

function fittedPrompt(prompt: PromptStep, notPrompts: RegExp): PromptStep {
  const [first, ...others] = prompt.content;
  if (!first || !isText(first) || !notPrompts.test(first.text)) return prompt;
  return { ...prompt, content: [textBlock(`${PROMPT_MARK}${first.text}`), ...others] };
}
