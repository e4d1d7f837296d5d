import type { TurnOutline } from '../api/contract.js';
import { ContextChart } from '../chart/context-chart.js';
import { Legend } from '../tape/legend.js';
import type { TapeChoices } from './tape-choices.js';
import { useViewing, type Viewing } from './viewing.js';

interface Props {
  turns: TurnOutline[];
  /** All turns are known. */
  isAll: boolean;
  choices: TapeChoices;
  viewing: Viewing;
  jump: (turn: number) => void;
}

/** The context chart on the tape's axis, and what the colours mean. It scrolls away with the turns. */
export function SessionOverview({ turns, isAll, choices: { mode, isContext, isTable }, viewing, jump }: Props) {
  const { first } = useViewing(viewing);
  const isCounted = isAll && turns.some(({ context }) => context !== null);
  return (
    <div class="session-overview">
      {isContext && isCounted && (
        <ContextChart turns={turns} mode={mode} current={first} onJump={jump} isTable={isTable} />
      )}
      {isContext && !isCounted && (
        <p class="context context-empty quiet">
          {isAll && 'No reply tells its tokens, so there is no context to draw.'}
        </p>
      )}
      <Legend turns={turns} />
    </div>
  );
}
