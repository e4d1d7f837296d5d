import type { UsageRow } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { replace, withQuery } from '../router/location.js';
import { Failed } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { RankedList } from './ranking.js';
import { usagePath } from './use-usage.js';
import type { Measure } from './value.js';

const KINDS = [
  ['tools', 'tools'],
  ['skills', 'skills'],
  ['sub-agents', 'sub-agents'],
] as const;

interface Props {
  query: URLSearchParams;
  period: string;
  measure: Measure;
}

/** What caused the usage: tools, skills or sub-agents, of the same time and project as the rest of the page. */
export function Causes({ query, period, measure }: Props) {
  const kind = KINDS.find(([name]) => name === query.get('causes'))?.[0] ?? 'tools';
  const { data, error, isLoading, reload } = useResource<{ kind: string; rows: UsageRow[] }>(
    usagePath('/api/usage/causes', query, period, { kind }),
  );
  return (
    <section class="chart causes">
      <div class="causes-head">
        <h2>Causes</h2>
        <fieldset class="toggle">
          <legend class="hidden-text">Cause</legend>
          {KINDS.map(([name, words]) => (
            <button
              key={name}
              type="button"
              aria-pressed={kind === name}
              onClick={() => replace(withQuery({ causes: name === 'tools' ? null : name }))}
            >
              {words}
            </button>
          ))}
        </fieldset>
      </div>
      {error && <Failed error={error} onRetry={reload} />}
      {isLoading && !error && <Skeleton lines={6} label="Counting causes" />}
      {data && !isLoading && (
        <RankedList rows={data.rows.map((row) => ({ ...row, name: row.key, note: '' }))} measure={measure} />
      )}
    </section>
  );
}
