import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SessionRow } from '../api/contract.js';
import { watchSession } from '../api/live.js';
import { closeEdit } from '../edit/address.js';
import { OPERATIONS } from '../edit/operations.js';
import { removedBy, useStripped } from '../edit/removed-by.js';
import { useOfferedTurns } from '../palette/turns.js';
import { address, replace, useAddress, withQuery } from '../router/location.js';
import { later } from '../shell/later.js';
import { Failed } from '../shell/notice.js';
import { usePageTitle } from '../shell/page-title.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { TeamSessionRail } from '../team/session-rail.js';
import { isShared } from '../team/shared-id.js';
import { useTurnOfByte } from '../team/use-turn-of-byte.js';
import { visible } from '../text/visible.js';
import { Context, type SessionContext } from '../turn/context.js';
import { RawDialog } from '../turn/raw-dialog.js';
import { TurnRow } from '../turn/row.js';
import { type WindowHandle, WindowList } from '../window/window-list.js';
import { Folds, useFolds } from './folds.js';
import { FoundWords } from './found-words.js';
import { byteOf } from './goal.js';
import { SessionHead } from './head.js';
import { KeptRows } from './kept-rows.js';
import { useSessionKeys } from './keys.js';
import { NewBelow } from './new-below.js';
import { NoSession } from './no-session.js';
import { SessionOverview } from './overview.js';
import { pageAside } from './page-aside.js';
import { numberIn, pageNameOf } from './page-name.js';
import { turnsOnPath } from './path.js';
import { ProjectRail } from './project-rail.js';
import { rowsOf } from './rows.js';
import { useSelection } from './selection.js';
import { SelectionBar } from './selection-bar.js';
import { useTapeChoices } from './tape-choices.js';
import { useConversations } from './use-conversations.js';
import { useGoal } from './use-goal.js';
import { useGrowing } from './use-growing.js';
import { useNotedPlace } from './use-noted-place.js';
import { useRow } from './use-row.js';
import { Viewing } from './viewing.js';
import { useView } from './views.js';
import { wantTurns } from './want-turns.js';

const TimelineView = later(async () => (await import('../timeline/timeline-view.js')).TimelineView);
const FilesView = later(async () => (await import('../files/files-view.js')).FilesView);

/** The page of a session, or of one of its sub-agents. */
export function SessionPage({ id, isEdit }: { id: string; isEdit: boolean }) {
  const { path, query } = useAddress();
  const agentId = query.get('agent');
  const through = numberIn(query, 'branch');
  const pageName = pageNameOf(id, query);
  const { main, agents, agent, version } = useConversations(id, agentId);
  const head = useRow(id, main);
  useTurnOfByte(id, agentId, numberIn(query, 'at'));
  useEffect(() => {
    // The address may have only the start of the id.
    if (head && head.id !== id)
      replace(withQuery({}).replace(path, `/s/${encodeURIComponent(head.id)}${isEdit ? '/edit' : ''}`));
  }, [head?.id]);
  const isEditable = agentId === null && !head?.client && !isShared(id);
  const isEditing = isEdit && isEditable;
  const edit = isEditing && OPERATIONS.find(({ name }) => name === query.get('op'));
  const title = titleOf(agentId === null ? head : main.outline?.session);
  usePageTitle(edit ? `${edit.title}: ${title}` : title);
  const shownView = useView();
  const pageView = isEdit ? 'turns' : shownView;
  const isStory = pageView === 'story';
  /** A view that is not made of turns. */
  const isWithoutTurns = pageView === 'files' || pageView === 'timeline';
  const folds = useMemo(() => new Folds(id), [id]);
  const foldsVersion = useFolds(folds);
  const [areToolsOpen, openTools] = useState(false);
  const [isAway, setAway] = useState(false);
  const choices = useTapeChoices();
  const [raw, showRaw] = useState<{ base: string; byte: number } | null>(null);
  const viewing = useMemo(() => new Viewing(), [id]);
  const selection = useSelection(main.turns);
  const handle = useRef<WindowHandle | undefined>(undefined);

  const turns = useMemo(() => turnsOnPath(main.turns, through), [main.turns, through]);
  const kept = useMemo(() => new KeptRows(), [main]);
  const rows = useMemo(() => {
    return rowsOf(main, { kept, folds, through, areToolsOpen, agent, isLive: head?.isLive ?? false, isStory });
  }, [main, version, foldsVersion, through, areToolsOpen, head?.isLive, isStory]);
  const isWhole = useMemo(
    () => main.outline !== undefined && !rows.some((row) => row.type === 'turn' && !row.isLoaded),
    [rows],
  );

  const { goal, jump, free, missing, closeMissing, isKnown, isElsewhere } = useGoal({
    conversation: main,
    turns,
    rows,
    folds,
    viewing,
    handle,
    view: pageView,
    isWithoutTurns,
    pageName,
  });
  useGrowing(id, agentId, main, agents);
  useEffect(() => {
    watchSession(id);
    return () => watchSession(null);
  }, [id]);

  const hasNone = main.outline !== undefined && main.turns.length === 0;
  const wanted = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const onRange = useCallback(
    (first: number, last: number) => {
      viewing.see({
        first: rows[first]?.turn ?? 0,
        last: rows[last]?.turn ?? 0,
        from: byteOf(rows[first]),
        to: byteOf(rows[last]),
      });
      clearTimeout(wanted.current);
      wanted.current = setTimeout(() => wantTurns(rows, first, last), 40);
    },
    [rows],
  );
  const isAddressed = () => address().path === path && pageNameOf(id, address().query) === pageName;
  useNotedPlace({ viewing, path, pageName, isAddressed, goal, handle, isElsewhere });
  const toEnd = () => {
    free();
    handle.current?.scrollToEnd();
  };
  useSessionKeys({
    id,
    turns,
    viewing,
    jump,
    folds,
    rows,
    selection,
    close: isEditing ? () => closeEdit(id) : selection.clear,
    toEnd,
    toggleTools: () => {
      folds.forgetTools();
      openTools((now) => !now);
    },
  });
  useOfferedTurns({ turns, jump });
  const words = query.get('q') ?? '';
  const goes = isEditing ? removedBy(query.get('op'), selection.selected) : undefined;
  const stripped = useStripped({ isEditable, isEditing });
  const context: SessionContext = useMemo(
    () => ({
      sessionId: id,
      folds,
      selected: selection.selected,
      select: selection.select,
      stripped,
      showRaw: (base, byte) => showRaw({ base, byte }),
    }),
    [id, folds, selection.selected, stripped],
  );
  if (main.error?.status === 404 && main.turns.length === 0) return <NoSession error={main.error} row={head} />;
  return (
    <Context.Provider value={context}>
      <Shell
        page="session"
        rail={isShared(id) ? <TeamSessionRail row={head} /> : <ProjectRail project={head?.project} open={id} />}
        aside={pageAside({ id, row: head, conversation: main, turns, selection, viewing, jump, choices, isEditing })}
      >
        <SessionHead
          row={head}
          conversation={main}
          turns={turns}
          viewing={viewing}
          choices={choices}
          isLow={isAway || isWithoutTurns}
          selected={selection.selected}
          jump={({ turn, byte }) => jump(turn, byte, true)}
          select={selection.selectRange}
          agentId={agentId}
          view={pageView}
        />
        {main.error && (
          <Failed
            error={main.error}
            onRetry={() => void main.open(viewing.now.first || undefined)}
            isBeside={main.turns.length > 0}
          />
        )}
        {missing !== undefined && (
          <p class="banner missing-turn" role="status">
            There is no turn {missing}. {turnsInWords(main.turns.length)}{' '}
            <button type="button" class="link-button" onClick={closeMissing}>
              Close
            </button>
          </p>
        )}
        {pageView === 'files' ? (
          <FilesView conversation={main} sessionId={id} />
        ) : pageView === 'timeline' ? (
          <TimelineView conversation={main} jump={jump} />
        ) : (
          <div class="reader" onWheel={free} onTouchMove={free} onPointerDown={free}>
            <WindowList
              class={hasNone ? 'turns turns-none' : 'turns'}
              label="Turns"
              rows={rows}
              onRange={onRange}
              isFollowing={head?.isLive ?? false}
              isWhole={isWhole}
              onAway={setAway}
              head={
                <>
                  <SessionOverview
                    row={agentId === null ? head : main.outline?.session}
                    outline={main.outline}
                    parent={agentId === null ? undefined : head}
                    turns={turns}
                    choices={choices}
                    viewing={viewing}
                    jump={({ turn, byte }) => jump(turn, byte, true)}
                  />
                  {main.turns.length === 0 && !main.error && !main.outline && (
                    <div class="reading">
                      <Skeleton lines={10} label="Reading the session" />
                    </div>
                  )}
                </>
              }
              handle={(given) => {
                handle.current = given;
              }}
              rowClass={(row) => (goes?.(row.turn) ? 'goes' : '')}
              render={(row) => <TurnRow row={row} />}
            />
            {hasNone && <p class="notice">This session has no turns: nobody asked anything in it.</p>}
            {isKnown && <NewBelow key={pageName} turns={turns} viewing={viewing} toEnd={toEnd} />}
          </div>
        )}
        <FoundWords words={words} rows={rows} viewing={viewing} />
        <SelectionBar
          id={id}
          conversation={main}
          selection={selection}
          current={() => viewing.now.current}
          isEdit={isEditing}
        />
      </Shell>
      {raw && <RawDialog base={raw.base} byte={raw.byte} onClose={() => showRaw(null)} />}
    </Context.Provider>
  );
}

function turnsInWords(turns: number): string {
  return turns === 1 ? 'This session has one turn.' : `This session has turns 1 to ${turns}.`;
}

function titleOf(row: SessionRow | undefined): string {
  return row ? visible(row.title) : 'Session';
}
