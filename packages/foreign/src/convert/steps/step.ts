import type { Block } from '@unspool/session';
import type { Call } from './call.js';

/** A part of a conversation, in a form that suits all targets. */
export type Step = PromptStep | ReplyStep | ResultStep;

/** A prompt, or something in its place such as the summary of a compaction. */
export interface PromptStep {
  kind: 'prompt';
  /** Text and images. */
  content: Block[];
  time: number;
}

/** One reply of the model. The results of its calls are the next steps. */
export interface ReplyStep {
  kind: 'reply';
  text: string;
  calls: Call[];
  model: string | undefined;
  time: number;
}

export interface ResultStep {
  kind: 'result';
  call: Call;
  /** Text and images. */
  content: Block[];
  isError: boolean;
  time: number;
}
