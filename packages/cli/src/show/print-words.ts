import type { Words } from '@unspool/session';
import { typedText } from '@unspool/session/show';
import type { Page } from '../terminal/page.js';
import { safe, safeLine } from '../terminal/safe.js';
import { wrap } from '../terminal/wrap.js';
import { mediaText } from './block-text.js';
import { cutText } from './cut-text.js';
import type { Detail } from './detail.js';

/** The user's prompts stand out: bold, with a bar beside them. */
export function printWords(words: Words, isQueued: boolean, page: Page, detail: Detail): void {
  const { paint } = page;
  page.gap();
  const beside = page.inside(paint.cyan('▌ '));
  if (isQueued) beside.line(paint.cyan('typed while the model worked'));
  const { text, missing } = cutText(typed(words), detail.maxPromptLines, detail);
  const shown = safe(text);
  if (shown.trim() !== '') beside.lines(wrap(shown, beside.columns, paint.bold));
  for (const block of words.media) beside.line(paint.dim(safeLine(mediaText(block))));
  if (shown.trim() === '' && words.media.length === 0) beside.line(paint.dim('(untitled)'));
  if (missing !== undefined) beside.lines(wrap(missing, beside.columns, paint.dim));
  page.gap();
}

function typed(words: Words): string {
  if (words.kind === 'bash') return `! ${words.text.replace(/<\/?bash-input>/g, '').trim()}`;
  return typedText(words).trimEnd();
}
