import type { Item } from '../api/contract.js';
import { many } from '../format/number.js';
import { toolName } from '../format/tool-name.js';
import { isQuiet } from '../session/rows.js';
import { visible } from '../text/visible.js';
import { useSession } from './context.js';
import { Quiet } from './quiet.js';
import { Reply } from './reply.js';
import { Words } from './words.js';

/** Lines before the first turn. */
export function Preamble({
  items,
  fold,
  isOpen,
  base,
}: {
  items: Item[];
  fold: string;
  isOpen: boolean;
  base: string;
}) {
  const { folds } = useSession();
  return (
    <div class="fold fold-note">
      <button type="button" class="fold-button" aria-expanded={isOpen} onClick={() => folds.toggle(fold)}>
        <span class="caret" aria-hidden="true" />
        <span class="fold-label">Before the first turn</span>
        <span class="quiet">{many(items.length, 'line')}</span>
      </button>
      {isOpen && items.map((item, at) => <PreambleItem key={at} item={item} base={base} />)}
    </div>
  );
}

function PreambleItem({ item, base }: { item: Item; base: string }) {
  if (item.type === 'text') return <Reply item={item} base={base} />;
  if (item.type === 'words' && !isQuiet(item)) return <Words item={item} base={base} />;
  if (item.type === 'tool') return <p class="quiet">{`${toolName(item.name)} ${visible(item.argument)}`}</p>;
  return <Quiet items={[item]} fold="" isOpen={true} base={base} />;
}
