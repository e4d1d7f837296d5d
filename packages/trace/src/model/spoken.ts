import type { Content } from './content.js';
import { userMessage } from './message-parts.js';

/** The prompt and the final answer of a turn or a sub-agent. */
export interface Spoken extends Asked {
  output: string | undefined;
}

export function spokenIn(content: Content, prompt: string | undefined, answer: string | undefined): Spoken {
  const answered = content.clean(answer);
  return {
    ...askedIn(content, prompt),
    output: answered === undefined ? undefined : content.pack({ role: 'assistant', content: answered }),
  };
}

/** The prompt in the forms that Langfuse and OpenTelemetry expect. */
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
