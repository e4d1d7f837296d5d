import type { Tokens } from 'marked';
import type { Colours } from './colour.js';
import { inlineSpans } from './markdown-inline.js';
import { padEnd, padStart, widthOf } from './width.js';
import { type Span, wrapSpans } from './wrap.js';

const NARROWEST = 10;

/** A table no wider than the terminal: long cells wrap. One with too many columns is shown row by row. */
export function tableLines(table: Tokens.Table, columns: number, paint: Colours): string[] {
  const head = table.header.map((cell) => inlineSpans(cell.tokens, paint, paint.bold));
  const rows = table.rows.map((row) => row.map((cell) => inlineSpans(cell.tokens, paint)));
  const room = columns - 3 * (head.length - 1);
  if (room < head.length * NARROWEST && widest(head, rows, 0).reduce(sum, 0) > room) {
    return rowByRow(head, rows, columns);
  }
  const widths = shrunk(widest(head, rows, NARROWEST), room);
  const rule = paint.dim(widths.map((width) => '─'.repeat(width)).join('─┼─'));
  const line = (row: Span[][]) => rowLines(row, widths, table.align, paint);
  return [...line(head), rule, ...rows.flatMap(line)];
}

function rowLines(row: Span[][], widths: number[], align: Tokens.Table['align'], paint: Colours): string[] {
  const cells = widths.map((width, at) => wrapSpans(row[at] ?? [], width));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, n) =>
    cells
      .map((lines, at) => (align[at] === 'right' ? padStart : padEnd)(lines[n] ?? '', widths[at] ?? 0))
      .join(paint.dim(' │ '))
      .trimEnd(),
  );
}

function rowByRow(head: Span[][], rows: Span[][][], columns: number): string[] {
  return rows.flatMap((row, at) => [
    ...(at === 0 ? [] : ['']),
    ...row.flatMap((cell, column) => wrapSpans([...(head[column] ?? []), { text: ': ' }, ...cell], columns)),
  ]);
}

function widest(head: Span[][], rows: Span[][][], least: number): number[] {
  return head.map((_, at) =>
    [head, ...rows].reduce((most, row) => Math.max(most, widthOfCell(row[at] ?? [])), Math.min(least, 3)),
  );
}

function widthOfCell(cell: Span[]): number {
  return cell.reduce((width, span) => width + widthOf(span.text), 0);
}

/** Narrows the widest columns until the table fits, but none below a readable width. */
function shrunk(widths: number[], room: number): number[] {
  const fitted = [...widths];
  while (fitted.reduce(sum, 0) > room) {
    const most = Math.max(...fitted);
    if (most <= NARROWEST) break;
    const second = Math.max(NARROWEST, ...fitted.filter((width) => width < most));
    const count = fitted.filter((width) => width === most).length;
    const over = fitted.reduce(sum, 0) - room;
    const next = Math.max(second, Math.floor(most - over / count));
    for (const [at, width] of fitted.entries()) if (width === most) fitted[at] = Math.min(next, most - 1);
  }
  return fitted;
}

function sum(a: number, b: number): number {
  return a + b;
}
