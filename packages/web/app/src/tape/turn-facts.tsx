import { tokensText } from '@unspool/session/tokens';
import type { TurnOutline } from '../api/contract.js';
import { many, money, short } from '../format/number.js';
import { duration, exact } from '../format/time.js';
import { visible } from '../text/visible.js';

/** A turn on one line: prompt, time, duration, cost. */
export function TurnFacts({ turn }: { turn: TurnOutline }) {
  const ms = turn.startedAt !== null && turn.endedAt !== null ? turn.endedAt - turn.startedAt : null;
  const facts = [
    exact(turn.startedAt),
    duration(ms),
    turn.calls > 0 && many(turn.calls, 'tool'),
    tokensText(turn.tokens, short),
    turn.cost && money(turn.cost),
  ];
  return (
    <p class="turn-facts num">
      <strong class="one-line">
        {turn.number} {visible(turn.title)}
      </strong>
      <span class="quiet">{facts.filter(Boolean).join(' · ')}</span>
    </p>
  );
}
