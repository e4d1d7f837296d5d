import { LIMITS } from '../limits.js';
import { cutText } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

/** The task a sub-agent was given, who it is, and what it answered. */
export function agentBody({ conversation, content, output, style }: BodyParts): ToolBody | undefined {
  const { call, input } = content;
  const prompt = textField(input, 'prompt');
  if (prompt === '') return undefined;
  const key = `call=${encodeURIComponent(call.id)}`;
  return {
    view: 'agent',
    prompt: cutText(prompt, LIMITS.words, `${key}&of=prompt`, style),
    agents: [...conversation.agents.of(call.id)],
    answer: cutText(output, LIMITS.output, `${key}&of=output`, style),
  };
}
