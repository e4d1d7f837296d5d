import type { SessionOutline, SessionRow, TurnOutline } from '../api/contract.js';
import { ContextChart } from '../chart/context-chart.js';
import { Marks } from '../list/marks.js';
import { useIsPhone } from '../shell/use-phone.js';
import type { Spot } from '../tape/gestures.js';
import { Legend } from '../tape/legend.js';
import { SessionFacts } from './facts.js';
import type { TapeChoices } from './tape-choices.js';
import { TapeOptions } from './tape-options.js';
import { useCurrentTurn, type Viewing } from './viewing.js';

interface Props {
  row: SessionRow | undefined;
  /** Known once all turns are. */
  outline: SessionOutline | undefined;
  /** The session whose sub-agent this is. */
  parent: SessionRow | undefined;
  turns: TurnOutline[];
  choices: TapeChoices;
  viewing: Viewing;
  jump: (spot: Spot) => void;
}

/** The context chart on the tape's axis, and the legend. It scrolls with the turns. */
export function SessionOverview({ row, outline, parent, turns, choices, viewing, jump }: Props) {
  const isPhone = useIsPhone();
  const { mode, zoom, isContext, isTable } = choices;
  const current = useCurrentTurn(viewing);
  const isCounted = outline !== undefined && turns.some(({ context }) => context !== null);
  return (
    <div class="session-overview">
      {/* Elsewhere, they are in the head. */}
      {isPhone && (
        <div class="phone-facts">
          <SessionFacts row={row} outline={outline} turns={outline?.turns.length ?? turns.length} parent={parent} />
          {row && <Marks row={{ ...row, agents: 0 }} />}
        </div>
      )}
      {isContext && isCounted && (
        <ContextChart turns={turns} mode={mode} zoom={zoom} current={current} onJump={jump} isTable={isTable} />
      )}
      {isContext && !isCounted && (
        <p class="context context-empty quiet">{outline && 'No reply reports its tokens, so there is no chart.'}</p>
      )}
      {!isPhone && (
        <div class="legend-row">
          <Legend turns={turns} />
          <TapeOptions choices={choices} />
        </div>
      )}
    </div>
  );
}
