import { createFinder, type FindOptions } from './find-secrets.js';

/** One masked secret: its place in the masked text, and in the original. */
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
 * For display: the first characters stay, so that a reader knows which key it is; the rest becomes bullets in one of a
 * few lengths. A reveal shows `original.slice(source.start, source.end)` in the place of one range.
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

/** Four characters of a long secret do not help to guess it; of a short one they would. */
export function maskValue(value: string): string {
  const shown = value.length >= 16 ? (/^[\w.:/+=-]{0,4}/.exec(value)?.[0] ?? '') : '';
  return shown + '•'.repeat(lengthClass(value.length));
}

const lengthClass = (length: number) => (length < 16 ? 8 : length < 64 ? 16 : 24);
