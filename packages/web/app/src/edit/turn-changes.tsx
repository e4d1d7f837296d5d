import { useState } from 'preact/hooks';
import type { EditPlanView } from '../api/contract.js';
import { bytes, count, many } from '../format/number.js';
import { visible } from '../text/visible.js';

const SHOWN = 60;

/** Turn by turn: what goes, what shrinks, what stays. */
export function TurnChanges({ turns }: { turns: EditPlanView['turns'] }) {
  const [most, show] = useState(SHOWN);
  if (turns.length === 0) return null;
  const largest = Math.max(...turns.map(({ bytesBefore, bytesAfter }) => Math.max(bytesBefore, bytesAfter)), 1);
  return (
    <section class="turn-changes">
      <h2>Turn by turn</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Turn</th>
            <th scope="col">Words</th>
            <th scope="col">What happens</th>
            <th scope="col">Size</th>
            <th scope="col" class="turn-bar">
              <span class="hidden-text">Before and after</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {turns.slice(0, most).map((turn) => (
            <tr key={turn.number} class={turn.bytesAfter === 0 && turn.dropped > 0 ? 'gone' : ''}>
              <td class="num">{turn.number}</td>
              <td class="turn-words">{visible(turn.words)}</td>
              <td>{wordsFor(turn)}</td>
              <td class="num">
                {bytes(turn.bytesBefore)}
                {turn.bytesAfter !== turn.bytesBefore && <> → {bytes(turn.bytesAfter)}</>}
              </td>
              <td class="turn-bar">
                <svg width="100%" height="8" aria-hidden="true">
                  <rect class="bar-before" width={`${(turn.bytesBefore / largest) * 100}%`} height="8" rx="2" />
                  <rect class="bar-after" width={`${(turn.bytesAfter / largest) * 100}%`} height="8" rx="2" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {turns.length > most && (
        <button type="button" class="link-button" onClick={() => show(most + 500)}>
          {count(turns.length - most)} more turns
        </button>
      )}
    </section>
  );
}

function wordsFor({ dropped, changed, bytesAfter }: EditPlanView['turns'][number]): string {
  if (dropped > 0 && bytesAfter === 0) return 'goes';
  const parts = [
    dropped > 0 && `${many(dropped, 'line')} ${dropped === 1 ? 'goes' : 'go'}`,
    changed > 0 && `${many(changed, 'line')} ${changed === 1 ? 'shrinks' : 'shrink'}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'stays';
}
