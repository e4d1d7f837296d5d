import { useState } from 'preact/hooks';
import type { EditPlanView } from '../api/contract.js';
import { bytes, count, many } from '../format/number.js';
import { visible } from '../text/visible.js';

const SHOWN = 60;

interface Props {
  turns: EditPlanView['turns'];
  jump: (turn: number) => void;
}

/** What happens in each turn that changes. A click on a turn goes to it. */
export function TurnChanges({ turns, jump }: Props) {
  const [most, show] = useState(SHOWN);
  if (turns.length === 0) return null;
  const largest = Math.max(...turns.map(({ bytesBefore, bytesAfter }) => Math.max(bytesBefore, bytesAfter)), 1);
  return (
    <section class="turn-changes">
      <h3>Turn by turn</h3>
      <ol>
        {turns.slice(0, most).map((turn) => (
          <li key={turn.number} class={turn.bytesAfter === 0 && turn.dropped > 0 ? 'gone' : ''}>
            <button type="button" disabled={turn.number === 0} onClick={() => jump(turn.number)}>
              <span class="turn-list-number num">{turn.number === 0 ? '' : turn.number}</span>
              <span class="turn-words one-line">{visible(turn.words)}</span>
              <span class="num quiet">
                {bytes(turn.bytesBefore)}
                {turn.bytesAfter !== turn.bytesBefore && <> → {bytes(turn.bytesAfter)}</>}
              </span>
              <span class="turn-what">{wordsFor(turn)}</span>
            </button>
            <svg width="100%" height="4" aria-hidden="true">
              <rect class="bar-before" width={`${(turn.bytesBefore / largest) * 100}%`} height="4" rx="2" />
              <rect class="bar-after" width={`${(turn.bytesAfter / largest) * 100}%`} height="4" rx="2" />
            </svg>
          </li>
        ))}
      </ol>
      {turns.length > most && (
        <button type="button" class="link-button" onClick={() => show(most + 500)}>
          {many(turns.length - most, 'more turn')}
        </button>
      )}
    </section>
  );
}

function wordsFor({ dropped, changed, bytesAfter }: EditPlanView['turns'][number]): string {
  if (dropped > 0 && bytesAfter === 0) return 'removed';
  const parts = [
    dropped > 0 && `${many(dropped, 'line')} removed`,
    changed > 0 && `${count(changed)} shortened`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'unchanged';
}
