import { Scroll } from '../shell/scroll.js';

interface Props {
  label: string;
  columns: string[];
  rows: string[][];
}

/** Columns of text, which are aligned left. */
const WORDS = new Set(['Models']);

/** A chart's numbers. */
export function ChartTable({ label, columns, rows }: Props) {
  return (
    <Scroll class="chart-table" label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" class={WORDS.has(name) ? 'words-column' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} class={WORDS.has(columns[column] ?? '') ? 'num words-column' : 'num'}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
