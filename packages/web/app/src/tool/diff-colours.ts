import { useMemo } from 'preact/hooks';
import { useHighlight } from '../text/highlight.js';
import type { HighlightedLine } from '../text/highlight-worker.js';
import type { DiffRow, DiffSide } from './diff-rows.js';
import type { WordPart } from './word-diff.js';

/** Part of a line with one style. */
export interface DiffPart {
  look: string;
  text: string;
  isChanged: boolean;
}

/** The colours of a diff's lines, once they are known. Each side is highlighted separately. */
export function useDiffColours(
  hunks: readonly (readonly DiffRow[])[],
  language: string | undefined,
): ReadonlyMap<DiffSide, HighlightedLine> {
  const [before, after] = useMemo(() => [sidesOf(hunks, 'before'), sidesOf(hunks, 'after')] as const, [hunks]);
  // Unchanged lines take their colours from the right side; the left is highlighted only if it has other lines.
  const hasLeft = before.some(({ kind }) => kind === 'removed');
  const left = useHighlight(textOf(before), hasLeft ? language : undefined);
  const right = useHighlight(textOf(after), language);
  return useMemo(() => new Map([...zip(before, left), ...zip(after, right)]), [before, after, left, right]);
}

/** Combines the colours and the changed words of a line. */
export function partsOf(text: string, line: HighlightedLine | undefined, words: WordPart[] | undefined): DiffPart[] {
  const colours = line ?? [['', text] as [string, string]];
  if (!words) return colours.map(([look, part]) => ({ look, text: part, isChanged: false }));
  const parts: DiffPart[] = [];
  const rest = words.map((word) => ({ ...word }));
  for (const [look, part] of colours) {
    for (let from = 0; from < part.length; ) {
      const word = rest[0];
      if (!word) {
        parts.push({ look, text: part.slice(from), isChanged: false });
        break;
      }
      const length = Math.min(part.length - from, word.text.length);
      if (length > 0) parts.push({ look, text: part.slice(from, from + length), isChanged: word.isChanged });
      from += length;
      word.text = word.text.slice(length);
      if (word.text === '') rest.shift();
    }
  }
  return parts;
}

function sidesOf(hunks: readonly (readonly DiffRow[])[], which: 'before' | 'after'): DiffSide[] {
  return hunks.flatMap((rows) => rows.flatMap((row) => row[which] ?? []));
}

function textOf(sides: readonly DiffSide[]): string {
  return sides.map(({ text }) => text).join('\n');
}

/** Skips lines whose text differs: a line break within a line would shift all that follow. */
function* zip(
  sides: readonly DiffSide[],
  lines: HighlightedLine[] | undefined,
): Generator<[DiffSide, HighlightedLine]> {
  if (lines?.length !== sides.length) return;
  for (const [at, side] of sides.entries()) {
    const line = lines[at];
    if (line && line.map(([, text]) => text).join('') === side.text) yield [side, line];
  }
}
