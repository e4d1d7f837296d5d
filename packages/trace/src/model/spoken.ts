import type { Content } from './content.js';
import { userMessage } from './message-parts.js';

/** What a conversation was asked and what it came to: of a turn, or of a sub-agent. */
export interface Spoken extends Asked {
  output: string | undefined;
}

export function spokenIn(content: Content, prompt: string | undefined, answer: string | undefined): Spoken {
  const said = content.clean(answer);
  return {
    ...askedIn(content, prompt),
    output: said === undefined ? undefined : content.pack({ role: 'assistant', content: said }),
  };
}

/** What was asked, in the words of Langfuse and of OpenTelemetry. */
export interface Asked {
  input: string | undefined;
  inputMessages: string | undefined;
}

export function askedIn(content: Content, prompt: string | undefined): Asked {
  const asked = content.clean(prompt);
  if (asked === undefined) return { input: undefined, inputMessages: undefined };
  return {
    input: content.pack({ role: 'user', content: asked }),
    inputMessages: content.pack([userMessage(asked)]),
  };
}
