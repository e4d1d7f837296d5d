import { fit, padEnd, padStart, widthOf } from './width.js';

export interface Column {
  head: string;
  isRight?: boolean;
  /** The column that shrinks when the line is too long for the terminal. */
  isFlexible?: boolean;
  /** Columns are dropped if the terminal is too narrow: the one with the highest number first. */
  leaves?: number;
  paint?: (text: string) => string;
}

/** The width of the flexible column without a terminal. */
const WIDTH_IN_A_PIPE = 80;
/** The width that the flexible column has before others are dropped, and the least it keeps. */
const FLEXIBLE_WISH = 20;
const FLEXIBLE_LEAST = 12;

/** Rows in columns, no wider than the terminal. */
export function table(columns: readonly Column[], rows: readonly string[][], width: number | undefined): string {
  const all = [columns.map((column) => column.head), ...rows];
  const widths = columns.map((column, at) =>
    widest(all, at, column.isFlexible ? (width ?? WIDTH_IN_A_PIPE) : undefined),
  );
  const shown = columnsThatFit(columns, widths, width);
  const flexible = columns.findIndex((column) => column.isFlexible);
  if (flexible >= 0) {
    const others = shown.reduce((sum, at) => sum + (at === flexible ? 0 : (widths[at] ?? 0)) + 2, -2);
    const most = width === undefined ? WIDTH_IN_A_PIPE : Math.max(FLEXIBLE_LEAST, width - others);
    widths[flexible] = Math.min(widths[flexible] ?? 0, most);
  }
  const line = (row: string[], isHead: boolean) =>
    shown
      .map((at) => {
        const text = fit(row[at] ?? '', widths[at] ?? 0);
        const { isRight, paint } = columns[at] ?? {};
        const padded = isRight ? padStart(text, widths[at] ?? 0) : padEnd(text, widths[at] ?? 0);
        return isHead || !paint ? padded : paint(padded);
      })
      .join('  ')
      .trimEnd();
  return all.map((row, at) => `${line(row, at === 0)}\n`).join('');
}

/** There can be thousands of long titles, so only the part that can be shown is measured. */
function widest(rows: readonly string[][], at: number, most: number | undefined): number {
  return rows.reduce((width, row) => Math.max(width, widthOf((row[at] ?? '').slice(0, most))), 0);
}

/** The positions of the columns to show. */
function columnsThatFit(columns: readonly Column[], widths: readonly number[], width: number | undefined): number[] {
  const shown = columns.map((_, at) => at);
  const wish = (at: number) => Math.min(widths[at] ?? 0, columns[at]?.isFlexible ? FLEXIBLE_WISH : Number.MAX_VALUE);
  const leaves = (at: number) => columns[at]?.leaves ?? 0;
  while (width !== undefined && shown.reduce((sum, at) => sum + wish(at) + 2, -2) > width) {
    const first = shown.reduce((most, at) => (leaves(at) > leaves(most) ? at : most), shown[0] ?? 0);
    if (leaves(first) === 0) break;
    shown.splice(shown.indexOf(first), 1);
  }
  return shown;
}
