import type { RawText } from '../span/raw-text.js';
import type { Content } from './content.js';
import type { Words } from './message-parts.js';
import { askedOf, inputMessages, saidOf } from './message-pieces.js';

/** What a conversation was asked and what it came to: of a turn, or of a sub-agent. */
export interface Spoken {
  input: string | RawText | undefined;
  output: string | RawText | undefined;
  inputMessages: string | RawText | undefined;
}

export function spokenIn(content: Content, prompt: string | undefined, answer: Words | undefined): Spoken {
  const asked = content.words(prompt);
  const said = content.clean(answer);
  return {
    input: asked && askedOf(content, asked),
    output: said === undefined ? undefined : saidOf(content, said),
    inputMessages: asked && inputMessages(content, asked),
  };
}
