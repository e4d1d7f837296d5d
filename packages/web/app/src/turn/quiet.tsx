import { many } from '../format/number.js';
import type { QuietItem } from '../session/rows.js';
import { Compaction } from './compaction.js';
import { useSession } from './context.js';
import { labelOf, Note } from './note.js';
import { Thinking } from './thinking.js';

interface Props {
  items: QuietItem[];
  fold: string;
  isOpen: boolean;
  base: string;
}

/** Consecutive lines that nobody typed, folded into one. */
export function Quiet({ items, fold, isOpen, base }: Props) {
  const { folds } = useSession();
  const [first] = items;
  if (items.length === 1 && first) return <QuietOne item={first} base={base} />;
  return (
    <div class="fold fold-note">
      <button type="button" class="fold-button" aria-expanded={isOpen} onClick={() => folds.toggle(fold)}>
        <span class="caret" aria-hidden="true" />
        <span class="fold-label">{many(items.length, 'note')}</span>
        <span class="one-line quiet">{[...new Set(items.map(nameOf))].join(' · ')}</span>
      </button>
      {isOpen && items.map((item, at) => <QuietOne key={at} item={item} base={base} />)}
    </div>
  );
}

function QuietOne({ item, base }: { item: QuietItem; base: string }) {
  if (item.type === 'thinking') return <Thinking item={item} base={base} />;
  if (item.type === 'compaction') return <Compaction item={item} base={base} />;
  return <Note item={item} base={base} />;
}

function nameOf(item: QuietItem): string {
  if (item.type === 'thinking') return 'Thinking';
  return item.type === 'compaction' ? 'Compaction' : labelOf(item);
}
