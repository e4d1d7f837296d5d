import { totalTokens } from '@unspool/session/tokens';
import type { UsagePage } from '../api/contract.js';
import { ChartTable } from '../chart/chart-table.js';
import { shortModel } from '../format/model.js';
import { count } from '../format/number.js';
import { wholeDay } from './days.js';
import { amountOf, type Measure, shown } from './value.js';

/** The plots by day as a table: every day with usage, also those that are not drawn. */
export function DayTable({ days, measure }: { days: UsagePage['days']; measure: Measure }) {
  return (
    <section class="chart">
      <h2>By day and model</h2>
      <ChartTable
        label="Usage by day"
        columns={['Day', 'Cost', 'Tokens', 'Sessions', 'Models']}
        rows={[...days]
          .reverse()
          .map((row) => [
            wholeDay(row.key),
            shown(amountOf(row, 'cost'), 'cost'),
            count(totalTokens(row.tokens)),
            count(row.sessionCount),
            row.models
              .map((model) => `${shortModel(model.key)} ${shown(amountOf(model, measure), measure)}`)
              .join(', '),
          ])}
      />
    </section>
  );
}
