import { totalTokens } from '@unspool/session';
import type { Sum } from '@unspool/store';
import type { Io } from '../io.js';
import { colours } from '../terminal/colour.js';
import { padEnd, widthOf } from '../terminal/width.js';

const LONGEST = 20;
/** With less room than this, bars show nothing useful. */
const SHORTEST = 5;

/** Adds a bar to each row of a table: its cost, or its tokens if nothing has a price. The last line is the total. */
export function withBars(table: string, rows: readonly { sum: Sum }[], io: Io): string {
  const paint = colours(io.hasColour);
  const lines = table.trimEnd().split('\n');
  const width = Math.max(...lines.map(widthOf));
  const room = io.columns === undefined ? LONGEST : Math.min(LONGEST, io.columns - width - 2);
  const hasCost = rows.some(({ sum }) => sum.cost > 0n);
  const heading = hasCost ? 'by cost' : 'by tokens';
  if (room < Math.max(SHORTEST, heading.length)) return table;
  const values = rows.map(({ sum }) => (hasCost ? Number(sum.cost) : totalTokens(sum.tokens)));
  const most = Math.max(...values, 1);
  const beside = [heading, ...values.map((value) => paint.dim(bar((value / most) * room)))];
  return lines.map((line, at) => `${`${padEnd(line, width)}  ${beside[at] ?? ''}`.trimEnd()}\n`).join('');
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of this many columns, to an eighth of one. What is not zero shows at least an eighth. */
function bar(columns: number): string {
  const eighths = columns > 0 ? Math.max(1, Math.round(columns * 8)) : 0;
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
