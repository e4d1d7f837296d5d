import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from '@mariozechner/pi-tui/dist/utils.js';

export { visibleWidth };

/** A line no wider than the screen, whatever it holds. */
export function fit(line: string, width: number): string {
  return visibleWidth(line) <= width ? line : truncateToWidth(line, width, width > 1 ? '…' : '');
}

/** Text as lines no wider than the screen. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapTextWithAnsi(line, Math.max(1, width)));
}

/** Lines behind a first mark and under it: `● head`, then what belongs to it. */
export function hang(lines: readonly string[], first: string, rest: string): string[] {
  return lines.map((line, at) => (at === 0 ? first : rest) + line);
}

/** The first lines, and how many more there are. */
export function fold(lines: readonly string[], most: number, say: (more: number) => string): string[] {
  if (lines.length <= most + 1) return [...lines];
  return [...lines.slice(0, most), say(lines.length - most)];
}
