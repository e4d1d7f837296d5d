import type { UsageRow } from '../api/contract.js';
import { visible } from '../text/visible.js';
import { amountOf, largestOf, type Measure, shown } from './value.js';

interface Props {
  title: string;
  rows: (UsageRow & { name: string; note: string; href?: string })[];
  measure: Measure;
}

const SHOWN = 10;

/** The largest first, each with its name, a bar and a figure. The list is its own table. */
export function Ranking({ title, ...list }: Props) {
  return (
    <section class="chart">
      <h2>{title}</h2>
      <RankedList {...list} />
    </section>
  );
}

export function RankedList({ rows, measure }: Omit<Props, 'title'>) {
  const sorted = [...rows].sort((a, b) => amountOf(b, measure) - amountOf(a, measure)).slice(0, SHOWN);
  const largest = largestOf(sorted, measure) || 1;
  return (
    <div class="ranking">
      <ol>
        {sorted.map((row) => (
          <li key={row.key}>
            {row.href ? (
              <a class="one-line" href={row.href} title={visible(row.name)}>
                {visible(row.name)} <span class="quiet">{visible(row.note)}</span>
              </a>
            ) : (
              <span class="one-line" title={visible(row.name)}>
                {visible(row.name)} <span class="quiet">{visible(row.note)}</span>
              </span>
            )}
            <span class="num ranking-value">{figureOf(row, measure)}</span>
            <svg class="ranking-bar" width="100%" height="4" aria-hidden="true">
              <rect width={`${Math.min(1, amountOf(row, measure) / largest) * 100}%`} height="4" rx="2" />
            </svg>
          </li>
        ))}
      </ol>
      {rows.length === 0 && <p class="quiet">Nothing in this period.</p>}
    </div>
  );
}

function figureOf(row: UsageRow, measure: Measure): string {
  if (row.replies === 0 && row.unrecorded > 0) return 'tokens unknown';
  return measure === 'cost' && row.cost === null ? 'price unknown' : shown(amountOf(row, measure), measure);
}
