import { toolNamed } from '@unspool/session/tools';
import { LIMITS } from '../limits.js';
import { cutText, maskedLine } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

/** A skill or command that the model started, and what it said. */
export function skillBody({ content, output, style }: BodyParts): ToolBody | undefined {
  const { call, input } = content;
  const { argument = '' } = toolNamed(call.name);
  const name = textField(input, argument);
  if (name === '') return undefined;
  return {
    view: 'skill',
    name: maskedLine(name.slice(0, LIMITS.argument), style),
    args: maskedLine(textField(input, 'args').slice(0, LIMITS.note), style),
    text: cutText(output, LIMITS.output, `call=${encodeURIComponent(call.id)}&of=output`, style),
  };
}
