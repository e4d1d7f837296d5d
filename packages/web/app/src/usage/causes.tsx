import { useState } from 'preact/hooks';
import type { UsageRow } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { Failed } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { RankedList } from './ranking.js';
import type { Measure } from './value.js';

const KINDS = ['tools', 'skills', 'agents'] as const;

/** What caused it: tools, skills, sub-agents. Reads transcripts whole, so it is asked for by hand. */
export function Causes({ measure }: { measure: Measure }) {
  const [kind, choose] = useState<(typeof KINDS)[number] | null>(null);
  const { data, error, isLoading, reload } = useResource<{ kind: string; rows: UsageRow[] }>(
    kind === null ? null : `/api/usage/causes?kind=${kind}`,
  );
  return (
    <section class="chart causes">
      <div class="causes-head">
        <h2>By tool, skill or sub-agent</h2>
        <fieldset class="toggle">
          <legend class="hidden-text">Cause</legend>
          {KINDS.map((name) => (
            <button key={name} type="button" aria-pressed={kind === name} onClick={() => choose(name)}>
              {name}
            </button>
          ))}
        </fieldset>
      </div>
      {kind === null && <p class="quiet">Choose one. It reads the transcripts, so it can take some seconds.</p>}
      {error && <Failed error={error} onRetry={reload} />}
      {kind !== null && isLoading && !error && <Skeleton lines={6} label="Transcripts are being read" />}
      {kind !== null && data && !isLoading && (
        <RankedList rows={data.rows.map((row) => ({ ...row, name: row.key, note: '' }))} measure={measure} />
      )}
    </section>
  );
}
