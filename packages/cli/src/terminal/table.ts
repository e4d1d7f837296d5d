import { fit, padEnd, padStart, widthOf } from './width.js';

export interface Column {
  head: string;
  isRight?: boolean;
  /** The column that gives way when the line is too long for the terminal. */
  isFlexible?: boolean;
  paint?: (text: string) => string;
}

/** The flexible column's share where there is no terminal to fill. */
const WIDTH_IN_A_PIPE = 80;

/** Rows in columns, no wider than the terminal. */
export function table(columns: readonly Column[], rows: readonly string[][], width: number | undefined): string {
  const all = [columns.map((column) => column.head), ...rows];
  const widest = (at: number, most: number) =>
    all.reduce((width, row) => Math.max(width, widthOf((row[at] ?? '').slice(0, most))), 0);
  const widths = columns.map((column, at) => (column.isFlexible ? 0 : widest(at, Number.POSITIVE_INFINITY)));
  const flexible = columns.findIndex((column) => column.isFlexible);
  if (flexible >= 0) {
    const others = widths.reduce((sum, each) => sum + each + 2, -2);
    const most = width === undefined ? WIDTH_IN_A_PIPE : Math.max(12, width - others);
    // Titles can be long, and there are thousands: what is cut off anyway is not measured.
    widths[flexible] = Math.min(widest(flexible, most), most);
  }
  const line = (row: string[], isHead: boolean) =>
    columns
      .map((column, at) => {
        const text = fit(row[at] ?? '', widths[at] ?? 0);
        const padded = column.isRight ? padStart(text, widths[at] ?? 0) : padEnd(text, widths[at] ?? 0);
        return isHead || !column.paint ? padded : column.paint(padded);
      })
      .join('  ')
      .trimEnd();
  return all.map((row, at) => `${line(row, at === 0)}\n`).join('');
}
