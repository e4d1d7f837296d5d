import { useMemo, useState } from 'preact/hooks';
import type { Compacted } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { count, many } from '../format/number.js';
import { toClipboard } from '../shell/copy.js';
import { Failed } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { showToast } from '../shell/toast.js';
import { visible } from '../text/visible.js';

type Found = Compacted['items'][number];

const KINDS = {
  decision: 'Decisions',
  question: 'Questions',
  error: 'Errors',
  command: 'Commands',
  file: 'Files',
  number: 'Numbers',
} as const;
const SHOWN = 8;

/** What a compaction's summary left out, to be read, and to be copied into a prompt. */
export function Lost({ address }: { address: string }) {
  const { data, error, reload } = useResource<Compacted>(address);
  const [chosen, choose] = useState<ReadonlySet<Found>>(() => new Set());
  const lost = useMemo(() => data?.items.filter(({ isKept }) => !isKept) ?? [], [data]);
  if (error) return <Failed error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={4} label="Comparing the summary" />;
  if (lost.length === 0) return <p class="lost quiet">The summary has everything that was found before it.</p>;
  const toggle = (item: Found) => {
    const next = new Set(chosen);
    if (!next.delete(item)) next.add(item);
    choose(next);
  };
  const copy = async () => {
    showToast(
      (await toClipboard(promptOf(chosen.size > 0 ? lost.filter((item) => chosen.has(item)) : lost)))
        ? 'Copied'
        : 'The browser did not allow copying.',
    );
  };
  return (
    <div class="lost">
      <p class="lost-head">
        <span>
          Not in the summary: {count(lost.length)} of {many(data.items.length, 'item')}, found by comparing words.
        </span>
        <button type="button" class="button" onClick={() => void copy()}>
          {chosen.size > 0 ? `Copy ${count(chosen.size)} for a prompt` : 'Copy all for a prompt'}
        </button>
      </p>
      {Object.entries(KINDS).map(([kind, name]) => (
        <Group
          key={kind}
          name={name}
          items={lost.filter((item) => item.kind === kind)}
          chosen={chosen}
          toggle={toggle}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  name: string;
  items: Found[];
  chosen: ReadonlySet<Found>;
  toggle: (item: Found) => void;
}

function Group({ name, items, chosen, toggle }: GroupProps) {
  const [isAll, showAll] = useState(false);
  if (items.length === 0) return null;
  const shown = isAll ? items : items.slice(0, SHOWN);
  return (
    <section class="lost-group">
      <h3>{name}</h3>
      <ul>
        {shown.map((item, at) => (
          <li key={at}>
            <label>
              <input type="checkbox" checked={chosen.has(item)} onChange={() => toggle(item)} />
              <span class={item.kind === 'command' || item.kind === 'file' ? 'mono' : ''}>{visible(item.text)}</span>
            </label>
            <a class="turn-link num" href={`#t${item.turn}`} title={`Turn ${item.turn}`}>
              {item.turn}
            </a>
          </li>
        ))}
      </ul>
      {items.length > shown.length && (
        <button type="button" class="link-button" onClick={() => showAll(true)}>
          {count(items.length - shown.length)} more
        </button>
      )}
    </section>
  );
}

function promptOf(items: readonly Found[]): string {
  const lines = items.map(({ kind, text, turn }) => `- ${kind} (turn ${turn}): ${text}`);
  return ['From before the compaction of this conversation; the summary left it out:', ...lines].join('\n');
}
