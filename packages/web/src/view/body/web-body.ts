import { LIMITS } from '../limits.js';
import { cutText, maskedLine } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

/** A page that was fetched, or a search of the web. Links from it are text: the app decides what becomes a link. */
export function webBody({ content, output, style }: BodyParts): ToolBody | undefined {
  const { call, input } = content;
  const url = textField(input, 'url');
  const query = textField(input, 'query');
  if (url === '' && query === '') return undefined;
  const title = query || textField(input, 'prompt');
  return {
    view: 'web',
    url: maskedLine(url, style),
    title: title === '' ? null : maskedLine(title.slice(0, LIMITS.note), style),
    text: cutText(output, LIMITS.output, `call=${encodeURIComponent(call.id)}&of=output`, style),
  };
}
