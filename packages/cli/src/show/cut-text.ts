import { plural, shortSize } from '../terminal/numbers.js';
import type { Detail } from './detail.js';

/** The longest line that is shown, in characters. */
const MAX_LINE = 4000;

export interface CutText {
  text: string;
  /** What is missing and how to see it; undefined if nothing is. */
  missing: string | undefined;
}

/** The first lines of a text. If the text is only the start of a larger one, `size` is the size of the whole. */
export function cutText(text: string, maxLines: number, detail: Detail, size = 0): CutText {
  const kept: string[] = [];
  let at = 0;
  let isLineCut = false;
  while (at <= text.length && kept.length < maxLines) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    isLineCut ||= end - at > MAX_LINE;
    kept.push(text.slice(at, Math.min(end, at + MAX_LINE)));
    at = end + 1;
  }
  const rest = text.slice(at);
  const shown = kept.join('\n');
  const total = Math.max(size, Buffer.byteLength(text));
  const missing = total - Buffer.byteLength(shown);
  if (rest.trim() === '' && !isLineCut && size <= Buffer.byteLength(text))
    return { text: shown.trimEnd(), missing: undefined };
  const lines = size > Buffer.byteLength(text) || rest.trim() === '' ? '' : `${plural(countLines(rest), 'line')}, `;
  return { text: shown, missing: `… ${lines}${shortSize(missing)} more: ${detail.more}` };
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
