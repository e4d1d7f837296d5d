import type { Page } from '../../terminal/page.js';
import { safe, safeLine } from '../../terminal/safe.js';
import { type Paint, wrap } from '../../terminal/wrap.js';
import { type CallDetails, outputText } from '../call-details.js';
import { cutText } from '../cut-text.js';
import type { Place } from '../place.js';

/** The most bytes of an offloaded output that are read at once. */
const MAX_BYTES = 1024 * 1024;

/** The output of a call. Errors are red, and long output is cut. */
export function printOutput(details: CallDetails, page: Page, place: Place): void {
  const { call, offloaded, size } = details;
  const { paint } = page;
  if (!call.result) {
    page.line(paint.yellow('no result'));
    return;
  }
  if (offloaded?.kind === 'missing') {
    page.lines(wrap(`the full output is missing: ${safeLine(offloaded.file)}`, page.columns, paint.yellow));
  } else if (offloaded?.kind === 'refused') {
    page.lines(wrap(`the full output was not read: ${safeLine(offloaded.reason)}`, page.columns, paint.yellow));
  }
  const text = outputText(details, MAX_BYTES).replace(/^<tool_use_error>|<\/tool_use_error>\s*$/g, '');
  if (text.trim() === '') {
    page.line(paint.dim('(no output)'));
    return;
  }
  const look = call.result.isError ? paint.red : undefined;
  const whole = offloaded?.kind === 'found' ? { size, file: offloaded.file } : undefined;
  printText(text, page, { place, paint: look, whole });
}

export function printText(
  text: string,
  page: Page,
  options: { place: Place; paint: Paint | undefined; whole?: { size: number; file: string } | undefined },
): void {
  const { detail } = options.place;
  const { whole } = options;
  const more = whole ? { ...detail, more: safeLine(whole.file) } : detail;
  const cut = cutText(text, detail.maxLines, more, whole?.size);
  page.lines(wrap(safe(cut.text).replace(/\s+$/, ''), page.columns, options.paint));
  if (cut.missing !== undefined) page.lines(wrap(cut.missing, page.columns, page.paint.dim));
}
