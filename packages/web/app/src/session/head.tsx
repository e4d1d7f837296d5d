import { useMemo, useState } from 'preact/hooks';
import type { SessionRow, TurnOutline } from '../api/contract.js';
import { Marks } from '../list/marks.js';
import { pageWith } from '../router/location.js';
import { useIsPhone } from '../shell/use-phone.js';
import type { Spot } from '../tape/gestures.js';
import { Tape } from '../tape/tape.js';
import { TurnFacts } from '../tape/turn-facts.js';
import { PullSession } from '../team/pull.js';
import { visible } from '../text/visible.js';
import { Actions } from './actions.js';
import type { Conversation } from './conversation.js';
import { SessionFacts } from './facts.js';
import { forksOf } from './path.js';
import { Resumes } from './resumes.js';
import type { TapeChoices } from './tape-choices.js';
import { useViewing, type Viewing } from './viewing.js';
import { type ViewName, Views } from './views.js';

interface Props {
  row: SessionRow | undefined;
  conversation: Conversation;
  turns: TurnOutline[];
  viewing: Viewing;
  choices: TapeChoices;
  selected: Set<number>;
  jump: (spot: Spot) => void;
  select: (first: number, last: number) => void;
  agentId: string | null;
  view: ViewName;
  /** The reader has scrolled into the turns, so the head is reduced to a line and a low tape. */
  isLow: boolean;
}

/** The title, facts and tape, which stay while the turns scroll. */
export function SessionHead(props: Props) {
  const { row: session, conversation, turns, agentId, isLow, view } = props;
  const [pointed, point] = useState<TurnOutline | undefined>();
  const { outline } = conversation;
  const isPhone = useIsPhone();
  const isAgent = agentId !== null;
  const row = isAgent ? outline?.session : session;
  const forks = useMemo(
    () => new Set(forksOf(conversation.turns).flatMap(({ ways }) => ways.map(({ turn }) => turn))),
    [conversation.turns],
  );
  return (
    <div class={`session-head ${isLow ? 'is-low' : ''} ${view === 'turns' || view === 'story' ? '' : 'is-view'}`}>
      <div class="session-title">
        <h1 class="one-line" title={row && visible(row.title)}>
          {row ? visible(row.title) : '\u00a0'}
        </h1>
        {row && !isPhone && <Marks row={{ ...row, agents: 0 }} />}
        {outline && !isAgent && !row?.isGone && !row?.client && conversation.error?.status !== 404 && (
          <Resumes resumes={outline.resumes} />
        )}
        {row?.person !== undefined && !isAgent && <PullSession row={row} />}
        {row && row.person === undefined && !isAgent && (
          <Actions row={row} resumes={outline?.resumes ?? null} onChanged={() => void conversation.loadOutline()} />
        )}
        {isAgent && (
          <a class="button" href={pageWith({ agent: null })}>
            Back to the session
          </a>
        )}
      </div>
      <div class="session-sub">
        {/* The turn under the pointer is named here, where it covers nothing. */}
        {isPhone ? null : pointed ? (
          <TurnFacts turn={pointed} />
        ) : (
          <SessionFacts
            row={row}
            outline={outline}
            turns={conversation.turns.length}
            parent={isAgent ? session : undefined}
          />
        )}
        <Views view={view} />
      </div>
      <TapeOfTurns {...props} turns={turns} forks={forks} point={point} />
    </div>
  );
}

interface TapeProps extends Props {
  forks: Set<number>;
  point: (turn: TurnOutline | undefined) => void;
}

/** The parts that follow the reader's position. */
function TapeOfTurns({ turns, choices, forks, viewing, selected, jump, select, point, isLow }: TapeProps) {
  const view = useViewing(viewing);
  // A tape of full height would take the room of the turns.
  const isPhone = useIsPhone();
  return (
    <div class="tape-row">
      <Tape
        turns={turns}
        mode={choices.mode}
        zoom={choices.zoom}
        label="Tape: move along the session"
        size={isLow || isPhone ? 'small' : 'full'}
        forks={forks}
        window={view}
        selected={selected}
        onJump={jump}
        onSelect={select}
        onPoint={point}
      />
    </div>
  );
}
