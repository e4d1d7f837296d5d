import { argumentOf } from '@unspool/session/tools';
import type { Span } from '@unspool/trace';
import { safeLine } from '../../terminal/safe.js';

/** A span in a few words: the command of a call, the question, the error. */
export function briefOf({ kind, attributes, status }: Span): string {
  const text = (name: string) => {
    const value = attributes[name];
    return typeof value === 'string' ? value : '';
  };
  if (status.message) return safeLine(status.message);
  switch (kind) {
    case 'tool':
      return safeLine(argumentOf(text('gen_ai.tool.name'), parsed(text('langfuse.observation.input')), undefined));
    case 'generation':
      return safeLine(lastText(text('langfuse.observation.output')));
    case 'agent':
      return safeLine(text('gen_ai.agent.description') || lastText(text('langfuse.observation.input')));
    case 'turn':
      return safeLine(lastText(text('langfuse.observation.input')));
    case 'event':
      return safeLine(text('langfuse.observation.status_message') || text('langfuse.observation.input'));
  }
}

function lastText(message: string): string {
  const { content } = parsed(message);
  return typeof content === 'string' ? content : '';
}

/** A shortened text may no longer be valid JSON. */
function parsed(text: string): { [key: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
