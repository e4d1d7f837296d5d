import type { TurnOutline } from '../api/contract.js';
import { ContextChart } from '../chart/context-chart.js';
import type { Spot } from '../tape/gestures.js';
import { Legend } from '../tape/legend.js';
import type { TapeChoices } from './tape-choices.js';
import { TapeOptions } from './tape-options.js';
import { useCurrentTurn, type Viewing } from './viewing.js';

interface Props {
  turns: TurnOutline[];
  /** All turns are known. */
  isAll: boolean;
  choices: TapeChoices;
  viewing: Viewing;
  jump: (spot: Spot) => void;
}

/** The context chart on the tape's axis, and the legend. It scrolls with the turns. */
export function SessionOverview({ turns, isAll, choices, viewing, jump }: Props) {
  const { mode, zoom, isContext, isTable } = choices;
  const current = useCurrentTurn(viewing);
  const isCounted = isAll && turns.some(({ context }) => context !== null);
  return (
    <div class="session-overview">
      {isContext && isCounted && (
        <ContextChart turns={turns} mode={mode} zoom={zoom} current={current} onJump={jump} isTable={isTable} />
      )}
      {isContext && !isCounted && (
        <p class="context context-empty quiet">{isAll && 'No reply reports its tokens, so there is no chart.'}</p>
      )}
      <div class="legend-row">
        <Legend turns={turns} />
        <TapeOptions choices={choices} />
      </div>
    </div>
  );
}
