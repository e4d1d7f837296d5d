import type { Matcher } from './matcher.js';
import type { Range } from './range.js';

/** A few words around a hit, with the places to highlight. */
export interface Snippet {
  text: string;
  ranges: Range[];
}

const BEFORE = 60;
const LENGTH = 220;

export function snippetOf(text: string, matcher: Matcher): Snippet {
  const [first] = matcher.ranges(text, 1);
  const from = Math.max(0, (first?.start ?? 0) - BEFORE);
  const start = from === 0 ? 0 : wordStart(text, from);
  const cut = text.slice(start, start + LENGTH).replace(/\s/g, ' ');
  const isCut = start + LENGTH < text.length;
  const lead = start > 0 ? '…' : '';
  const ranges = matcher.ranges(text.slice(start, start + LENGTH), 20);
  return {
    text: `${lead}${cut}${isCut ? '…' : ''}`,
    ranges: ranges.map((range) => ({ start: range.start + lead.length, end: range.end + lead.length })),
  };
}

/** Avoids cutting a word or a character. */
function wordStart(text: string, from: number): number {
  const space = text.slice(from, from + 20).search(/\s/);
  if (space >= 0) return from + space + 1;
  const unit = text.charCodeAt(from);
  return unit >= 0xdc00 && unit <= 0xdfff ? from + 1 : from;
}
