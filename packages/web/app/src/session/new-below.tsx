import { useRef } from 'preact/hooks';
import type { TurnOutline } from '../api/contract.js';
import { many } from '../format/number.js';
import { useViewing, type Viewing } from './viewing.js';

interface Props {
  turns: readonly TurnOutline[];
  viewing: Viewing;
  toEnd: () => void;
}

/** A session grew while one was reading further up: how much is new, and the way there. */
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
