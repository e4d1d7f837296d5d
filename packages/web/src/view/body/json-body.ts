import { jsonText } from '@unspool/session/show';
import { LIMITS } from '../limits.js';
import { cutText } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';

export function jsonBody({ content, output, style }: BodyParts): ToolBody {
  const key = `call=${encodeURIComponent(content.call.id)}`;
  return {
    view: 'json',
    input: cutText(jsonText(content.input, 2), LIMITS.input, `${key}&of=input`, style),
    output: cutText(output, LIMITS.output, `${key}&of=output`, style),
  };
}
