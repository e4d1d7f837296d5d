import { Scroll } from '../shell/scroll.js';

interface Props {
  label: string;
  columns: string[];
  rows: string[][];
}

/** A chart's numbers. */
export function ChartTable({ label, columns, rows }: Props) {
  return (
    <Scroll class="chart-table" label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} class="num">
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
