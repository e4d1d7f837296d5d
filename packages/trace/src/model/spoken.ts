import type { Content } from './content.js';
import type { Attributes } from './maker.js';
import { userMessage, type Words } from './message-parts.js';

/** What a conversation was asked and what it came to: of a turn, or of a sub-agent. */
export function spokenAttributes(content: Content, prompt: string | undefined, answer: Words | undefined): Attributes {
  const asked = content.clean(prompt);
  const said = content.clean(answer);
  return {
    'langfuse.observation.input': asked === undefined ? undefined : content.pack({ role: 'user', content: asked }),
    'langfuse.observation.output': said === undefined ? undefined : content.pack({ role: 'assistant', content: said }),
    'gen_ai.input.messages': asked === undefined ? undefined : content.pack([userMessage(asked)]),
  };
}
