import { isObject } from '@unspool/session/read';
import type { Page } from '../../terminal/page.js';
import { safe } from '../../terminal/safe.js';
import { padStart } from '../../terminal/width.js';
import { wrap } from '../../terminal/wrap.js';
import { type CallDetails, notes } from '../call-details.js';
import { cutText } from '../cut-text.js';
import type { Place } from '../place.js';
import { printOutput } from './output.js';

/** A file as it was read, with line numbers. */
export function printNumbered(details: CallDetails, page: Page, place: Place): void {
  const { file } = notes(details);
  if (!isObject(file) || typeof file['content'] !== 'string') {
    printOutput(details, page, place);
    return;
  }
  const first = typeof file['startLine'] === 'number' ? file['startLine'] : 1;
  const { text, missing } = cutText(file['content'], place.detail.maxLines, place.detail);
  const lines = safe(text).split('\n');
  const width = String(first + lines.length - 1).length;
  const { dim } = page.paint;
  lines.forEach((line, at) => {
    wrap(line, page.columns - width - 2).forEach((part, n) => {
      page.line(`${dim(n === 0 ? padStart(String(first + at), width) : ' '.repeat(width))}  ${part}`);
    });
  });
  if (missing !== undefined) page.lines(wrap(missing, page.columns, dim));
}
