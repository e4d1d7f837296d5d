/** Draws when a span happened, on a line that represents the turn. A span without duration is a dot. */
export function bar(
  span: { start: number; end: number },
  whole: { start: number; end: number },
  columns: number,
): string {
  const length = whole.end - whole.start;
  if (length <= 0 || columns <= 0) return ' '.repeat(Math.max(0, columns));
  const place = (time: number) => Math.min(1, Math.max(0, (time - whole.start) / length));
  const from = Math.min(columns - 1, Math.floor(place(span.start) * columns));
  if (span.end <= span.start) return `${' '.repeat(from)}·`.padEnd(columns);
  const to = Math.max(from + 1, Math.ceil(place(span.end) * columns));
  return `${' '.repeat(from)}${'━'.repeat(to - from)}`.padEnd(columns);
}
