import { createFinder, type FindOptions } from './find-secrets.js';

/** One masked secret: its position in the masked text and in the original. */
export interface MaskedRange {
  kind: string;
  start: number;
  end: number;
  source: { start: number; end: number };
}

export interface MaskedText {
  text: string;
  ranges: MaskedRange[];
}

/**
 * Masks secrets for display. The first characters stay, so that a reader can tell keys apart; the rest becomes bullets
 * in one of a few lengths. To reveal a range, show `original.slice(source.start, source.end)` instead.
 */
export function mask(text: string, options: FindOptions = {}): MaskedText {
  const ranges: MaskedRange[] = [];
  let masked = '';
  let from = 0;
  for (const { kind, start, end } of createFinder(options)(text)) {
    masked += text.slice(from, start);
    const shown = maskValue(text.slice(start, end));
    ranges.push({ kind, start: masked.length, end: masked.length + shown.length, source: { start, end } });
    masked += shown;
    from = end;
  }
  return { text: masked + text.slice(from), ranges };
}

/** Showing four characters does not help to guess a long secret, but would help with a short one. */
export function maskValue(value: string): string {
  const shown = value.length >= 16 ? (/^[\w.:/+=-]{0,4}/.exec(value)?.[0] ?? '') : '';
  return shown + '•'.repeat(lengthClass(value.length));
}

const lengthClass = (length: number) => (length < 16 ? 8 : length < 64 ? 16 : 24);
