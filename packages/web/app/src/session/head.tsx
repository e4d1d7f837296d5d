import { useEffect, useMemo, useState } from 'preact/hooks';
import type { SessionRow, TurnOutline } from '../api/contract.js';
import { ContextChart } from '../chart/context-chart.js';
import { useKeys } from '../keys/keys.js';
import { Marks } from '../list/marks.js';
import { pageWith } from '../router/location.js';
import { Icon } from '../shell/icon.js';
import type { TapeMode } from '../tape/layout.js';
import { Legend } from '../tape/legend.js';
import { Tape } from '../tape/tape.js';
import { visible } from '../text/visible.js';
import { Actions } from './actions.js';
import type { Conversation } from './conversation.js';
import { SessionFacts } from './facts.js';
import { keep, kept } from './kept-choice.js';
import { forksOf } from './path.js';
import { Resumes } from './resumes.js';
import { useViewing, type Viewing } from './viewing.js';

interface Props {
  row: SessionRow | undefined;
  conversation: Conversation;
  turns: TurnOutline[];
  viewing: Viewing;
  selected: Set<number>;
  jump: (turn: number) => void;
  select: (first: number, last: number) => void;
  agentId: string | null;
}

/** Title, facts, the tape, and below it the context on the same axis. */
export function SessionHead({ row: session, conversation, turns, viewing, selected, jump, select, agentId }: Props) {
  const [mode, setMode] = useState<TapeMode>(() => (kept('tape') === 'tokens' ? 'tokens' : 'time'));
  const [isContext, showContext] = useState(
    () => (kept('context') ?? (innerHeight > 800 && innerWidth > 700 ? 'yes' : 'no')) === 'yes',
  );
  const [isTable, showTable] = useState(false);
  useEffect(() => keep('tape', mode), [mode]);
  useEffect(() => keep('context', isContext ? 'yes' : 'no'), [isContext]);
  const { outline } = conversation;
  const isAgent = agentId !== null;
  const row = isAgent ? outline?.session : session;
  const forks = useMemo(
    () => new Set(forksOf(conversation.turns).flatMap(({ ways }) => ways.map(({ turn }) => turn))),
    [conversation.turns],
  );
  const isAll = outline !== undefined;
  const isCounted = isAll && turns.some(({ context }) => context !== null);
  useKeys([
    {
      keys: ['m'],
      does: 'Tape by time or by tokens',
      group: 'Reading',
      run: () => setMode(mode === 'time' ? 'tokens' : 'time'),
    },
    { keys: ['c'], does: 'Show or hide the context chart', group: 'Reading', run: () => showContext(!isContext) },
    {
      keys: ['v'],
      does: 'The chart as a table',
      group: 'Reading',
      run: () => {
        showContext(true);
        showTable(!isTable || !isContext);
      },
    },
  ]);
  return (
    <div class="session-head">
      <div class="session-title">
        <h1 class="one-line" title={row && visible(row.title)}>
          {row ? visible(row.title) : '\u00a0'}
        </h1>
        {row && <Marks row={{ ...row, agents: 0 }} />}
        {outline && !isAgent && !row?.isGone && conversation.error?.status !== 404 && (
          <Resumes resumes={outline.resumes} />
        )}
        {row && !isAgent && (
          <Actions row={row} resumes={outline?.resumes ?? null} onChanged={() => void conversation.loadOutline()} />
        )}
        {isAgent && (
          <a class="button" href={pageWith({ agent: null })}>
            Back to the session
          </a>
        )}
      </div>
      <div class="session-sub">
        <SessionFacts
          row={row}
          outline={outline}
          turns={conversation.turns.length}
          parent={isAgent ? session : undefined}
        />
        <span class="tape-choices">
          <fieldset class="toggle">
            <legend class="hidden-text">Width of a turn</legend>
            {(['time', 'tokens'] as const).map((name) => (
              <button key={name} type="button" aria-pressed={mode === name} onClick={() => setMode(name)}>
                {name}
              </button>
            ))}
          </fieldset>
          <button type="button" class="toggle-one" aria-pressed={isContext} onClick={() => showContext(!isContext)}>
            context
          </button>
          {isContext && (
            <button
              type="button"
              class="toggle-one"
              aria-pressed={isTable}
              aria-label="The chart as a table"
              title="The chart as a table"
              onClick={() => showTable(!isTable)}
            >
              <Icon name="table" />
            </button>
          )}
        </span>
      </div>
      <div class="tape-row">
        <TapeOfTurns
          turns={turns}
          mode={mode}
          forks={forks}
          viewing={viewing}
          selected={selected}
          jump={jump}
          select={select}
          context={isContext && isCounted ? isTable : null}
        />
        {isContext && !isCounted && (
          <p class="context context-empty quiet">
            {isAll && 'No reply tells its tokens, so there is no context to draw.'}
          </p>
        )}
      </div>
      <div class="tape-foot">
        <Legend turns={turns} />
      </div>
    </div>
  );
}

interface TapeProps extends Pick<Props, 'turns' | 'viewing' | 'selected' | 'jump' | 'select'> {
  mode: TapeMode;
  forks: Set<number>;
  /** Whether the context chart is a table; null when it is not shown. */
  context: boolean | null;
}

/** What moves with the reader. */
function TapeOfTurns({ turns, mode, forks, viewing, selected, jump, select, context }: TapeProps) {
  const view = useViewing(viewing);
  return (
    <>
      <Tape
        turns={turns}
        mode={mode}
        label="Tape: move along the session"
        size="full"
        forks={forks}
        window={view}
        selected={selected}
        onJump={jump}
        onSelect={select}
      />
      {context !== null && (
        <ContextChart turns={turns} mode={mode} current={view.first} onJump={jump} isTable={context} />
      )}
    </>
  );
}
