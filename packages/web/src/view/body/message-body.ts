import { LIMITS } from '../limits.js';
import { cutText, maskedLine } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

/** A message to another agent. */
export function messageBody({ content, style }: BodyParts): ToolBody | undefined {
  const { call, input } = content;
  const text = textField(input, 'message') || textField(input, 'content');
  if (text === '') return undefined;
  return {
    view: 'message',
    to: maskedLine((textField(input, 'to') || textField(input, 'recipient')).slice(0, LIMITS.argument), style),
    text: cutText(text, LIMITS.words, `call=${encodeURIComponent(call.id)}&of=message`, style),
  };
}
