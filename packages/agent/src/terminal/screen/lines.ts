// biome-ignore-all lint/suspicious/noControlCharactersInRegex: colours are escape sequences.
import { visibleWidth as measured, truncateToWidth, wrapTextWithAnsi } from '@mariozechner/pi-tui/dist/utils.js';
import { cutLongWords } from './long-words.js';

const COLOURS = /\u001b\[[0-9;]*m/g;
/** Western letters and the symbols we draw take one column each. Other characters are looked up. */
const NARROW =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u257f\u2800-\u28ff●○◇▸☐✔✻❯]*$/;

/** The number of columns of a line. Looking up every letter would take longer than the rest of a frame. */
export function visibleWidth(line: string): number {
  const bare = line.includes('\u001b') ? line.replace(COLOURS, '') : line;
  return NARROW.test(bare) ? bare.length : measured(line);
}

/** Cuts a line to the screen's width, whatever it contains. */
export function fit(line: string, width: number): string {
  return visibleWidth(line) <= width ? line : truncateToWidth(line, width, width > 1 ? '…' : '');
}

/** Breaks text into lines no wider than the screen. */
export function wrap(text: string, width: number): string[] {
  const room = Math.max(1, width);
  return cutLongWords(text, room)
    .split('\n')
    .flatMap((line) => wrapTextWithAnsi(line, room));
}

/** Puts a mark before the first line, as in `● head`, and indents the rest. */
export function hangingIndent(lines: readonly string[], first: string, rest: string): string[] {
  return lines.map((line, at) => (at === 0 ? first : rest) + line);
}

/** The first lines, and a note that says how many were left out. */
export function fold(lines: readonly string[], most: number, say: (more: number) => string): string[] {
  if (lines.length <= most + 1) return [...lines];
  return [...lines.slice(0, most), say(lines.length - most)];
}
