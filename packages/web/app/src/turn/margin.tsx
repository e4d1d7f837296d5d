import { newText, newTokens, tokensText } from '@unspool/session/tokens';
import { count, money, short } from '../format/number.js';
import { duration, exact, timeOfDay } from '../format/time.js';
import type { Row } from '../session/rows.js';
import { useSession } from './context.js';

/** A turn's number, time, tokens and cost. A click on the number selects the turn; with Shift, a range. */
export function Margin({ row: { outline, depth } }: { row: Extract<Row, { type: 'turn' }> }) {
  const { selected, select } = useSession();
  const isSelected = selected.has(outline.number);
  const ms = outline.startedAt !== null && outline.endedAt !== null ? outline.endedAt - outline.startedAt : null;
  return (
    <div class="margin num">
      {depth === 0 ? (
        <button
          type="button"
          class="turn-number"
          aria-pressed={isSelected}
          aria-label={`Select turn ${outline.number}`}
          onClick={(event) => select(outline.number, event.shiftKey)}
        >
          {outline.number}
        </button>
      ) : (
        <span class="turn-number">{outline.number}</span>
      )}
      <time title={exact(outline.startedAt)}>{timeOfDay(outline.startedAt)}</time>
      {ms !== null && ms > 0 && <span>{duration(ms)}</span>}
      {newTokens(outline.tokens) > 0 && (
        <span title={tokensText(outline.tokens, count)}>{newText(outline.tokens, short)}</span>
      )}
      {outline.cost !== null && outline.cost > 0 && <span>{money(outline.cost)}</span>}
    </div>
  );
}
