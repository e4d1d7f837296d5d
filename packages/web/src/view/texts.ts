import { findSecrets, mask, maskValue } from '@unspool/redact';
import { WHOLE } from './limits.js';
import type { CutText } from './view.js';

/** How texts are sent: the path for fetching the rest, and whether secrets are masked. */
export interface TextStyle {
  /** The conversation's path below the API. */
  path: string;
  isRevealed: boolean;
  /** Nothing can be fetched later, so texts are sent whole, up to `WHOLE`. */
  isWhole?: boolean;
  /** Called with every text before it is cut. */
  take?: (address: TextAddress, text: string) => void;
}

/** The address of a text in its conversation, such as `line=1200&of=words`. */
export type TextAddress = string;

/** A secret that begins before the cut is recognised only if it is read to its end. */
const LOOK_AHEAD = 4000;

/** Returns the start of a text with its secrets masked. */
export function cutText(text: string, atMost: number, address: TextAddress, style: TextStyle): CutText {
  style.take?.(address, text);
  const max = style.isWhole ? WHOLE : atMost;
  const isCut = text.length > max;
  const head = isCut ? text.slice(0, max + LOOK_AHEAD) : text;
  const shown = style.isRevealed ? { text: head, ranges: [] } : mask(head);
  // Masking changes the length of the text before the cut; the cut stays at its place in the source.
  const end = isCut ? cutPlace(shown.ranges, max) : shown.text.length;
  const masked = shown.ranges.filter((range) => range.start < end).length;
  return {
    text: wellFormed(shown.text.slice(0, end)),
    length: text.length,
    isCut,
    masked,
    href: isCut || masked > 0 ? `${style.path}/text?${address}` : null,
  };
}

function cutPlace(ranges: ReturnType<typeof mask>['ranges'], max: number): number {
  let shift = 0;
  for (const { start, end, source } of ranges) {
    if (source.start >= max) break;
    if (source.end > max) return end;
    shift = end - source.end;
    if (start > max) break;
  }
  return max + shift;
}

/** Masks a single line, such as a title or an argument. */
export function maskedLine(text: string, { isRevealed }: Pick<TextStyle, 'isRevealed'>): string {
  return wellFormed(isRevealed ? text : mask(text).text);
}

/** Masks lines that belong together, since a key can span several of them. */
export function maskedLines(lines: readonly string[], { isRevealed }: Pick<TextStyle, 'isRevealed'>): string[] {
  if (isRevealed) return lines.map(wellFormed);
  const text = lines.join('\n');
  const findings = findSecrets(text);
  if (findings.length === 0) return lines.map(wellFormed);
  let masked = '';
  let from = 0;
  for (const { start, end } of findings) {
    const secret = text.slice(start, end);
    masked += text.slice(from, start) + secret.split('\n').map(maskValue).join('\n');
    from = end;
  }
  return (masked + text.slice(from)).split('\n').map(wellFormed);
}

/** Replaces lone surrogates, which cannot be encoded. */
function wellFormed(text: string): string {
  return LONE.test(text) ? text.replace(new RegExp(LONE, 'g'), '\ufffd') : text;
}

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
