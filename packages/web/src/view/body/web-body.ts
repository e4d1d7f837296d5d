import { isObject } from '@unspool/session/read';
import { LIMITS } from '../limits.js';
import { cutText, maskedLine } from '../texts.js';
import type { ToolBody } from '../view.js';
import type { BodyParts } from './body-parts.js';
import { textField } from './field.js';

/** A page that was fetched, or a search of the web. Links from it are text: the app decides what becomes a link. */
export function webBody({ content, output, style }: BodyParts): ToolBody | undefined {
  const { call, input, noted } = content;
  const url = textField(input, 'url');
  const query = textField(input, 'query');
  if (url === '' && query === '') return undefined;
  const title = query || textField(input, 'prompt');
  return {
    view: 'web',
    url: maskedLine(url, style),
    links: linksOf(noted['results']).map((link) => ({
      title: maskedLine(link.title.slice(0, LIMITS.argument), style),
      url: maskedLine(link.url, style),
    })),
    title: title === '' ? null : maskedLine(title.slice(0, LIMITS.note), style),
    text: cutText(output, LIMITS.output, `call=${encodeURIComponent(call.id)}&of=output`, style),
  };
}

const MAX_LINKS = 100;

/** The pages that a search found. */
function linksOf(results: unknown): { title: string; url: string }[] {
  if (!Array.isArray(results)) return [];
  return results
    .filter(isObject)
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(isObject)
    .slice(0, MAX_LINKS)
    .map((link) => ({ title: textField(link, 'title') || textField(link, 'url'), url: textField(link, 'url') }))
    .filter(({ url }) => url !== '');
}
