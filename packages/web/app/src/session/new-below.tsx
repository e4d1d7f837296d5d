import { useRef } from 'preact/hooks';
import type { TurnOutline } from '../api/contract.js';
import { many } from '../format/number.js';
import { useViewing, type Viewing } from './viewing.js';

interface Props {
  turns: readonly TurnOutline[];
  viewing: Viewing;
  toEnd: () => void;
}

/** If a session grows while the reader is further up, says how much is new and links there. */
export function NewBelow({ turns, viewing, toEnd }: Props) {
  const { last } = useViewing(viewing);
  const newest = turns.at(-1)?.number ?? 0;
  const known = useRef(newest);
  if (last >= newest) known.current = newest;
  const added = turns.filter(({ number }) => number > known.current).length;
  return (
    <div role="status">
      {added > 0 && (
        <button type="button" class="button new-below" onClick={toEnd}>
          {many(added, 'new turn')} ↓
        </button>
      )}
    </div>
  );
}
