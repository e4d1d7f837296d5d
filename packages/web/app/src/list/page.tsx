import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SessionRow } from '../api/contract.js';
import { useLive } from '../api/live.js';
import { useWhileLive } from '../api/while-live.js';
import { ProjectViews } from '../files/project-views.js';
import { count } from '../format/number.js';
import { useKeys } from '../keys/keys.js';
import { go, useAddress, withQuery } from '../router/location.js';
import { sessionUrl } from '../router/route.js';
import { Failed } from '../shell/notice.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { useAppState } from '../shell/state.js';
import { visible } from '../text/visible.js';
import { useKeptPlace } from '../window/kept-place.js';
import { type WindowHandle, WindowList } from '../window/window-list.js';
import { dateGroup } from './date-group.js';
import { Empty } from './empty.js';
import { ListFacets } from './facets.js';
import { IndexProgress } from './index-progress.js';
import { rememberOrder } from './order.js';
import { Row } from './row.js';
import { useSessions } from './sessions.js';
import { SortMenu } from './sort.js';
import { wantTapes } from './tapes.js';

const ROW = 48;
const GROUP = 32;

/** The start page: every session, newest first, with its tape. */
export function ListPage() {
  const { query } = useAddress();
  const { state } = useAppState();
  const list = useSessions(query);
  const [selected, select] = useState<string | null>(null);
  const window = useRef<WindowHandle | undefined>(undefined);
  const isByTime = (query.get('sort') ?? 'time') === 'time';
  const rows = useMemo(
    () =>
      Array.from({ length: list.total }, (_, at) => {
        const group = isByTime ? groupAt(list.rows, at) : undefined;
        return { key: list.rows.get(at)?.id ?? `row ${at}`, estimate: group ? ROW + GROUP : ROW, at, group };
      }),
    [list.total, list.rows, isByTime],
  );
  const onRange = useCallback(
    (first: number, last: number) => {
      list.want(first, last);
      wantTapes(idsBetween(list.rows, first, last));
    },
    [list.rows, list.want],
  );
  useKeptPlace(`list ${query}`, rows, window);
  useEffect(
    () => rememberOrder([...list.rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row.id)),
    [list.rows],
  );
  useLive(useCallback((event) => event.type === 'list' && list.refresh(), [list.refresh]));
  useWhileLive(
    useMemo(() => [...list.rows.values()].some(({ isLive }) => isLive), [list.rows]),
    list.refresh,
  );
  const move = (step: number) => {
    const at = rows.findIndex(({ key }) => key === selected);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    if (!next) return;
    select(next.key);
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.key)}"] a`)?.focus();
    if (!document.querySelector(`[data-row="${CSS.escape(next.key)}"]`)) window.current?.scrollTo(next.key);
  };
  useKeys([
    { keys: ['j', 'ArrowDown'], does: 'Next session', group: 'Sessions', run: () => move(1), isHidden: true },
    { keys: ['k', 'ArrowUp'], does: 'Previous session', group: 'Sessions', run: () => move(-1), isHidden: true },
    {
      keys: ['o', 'Enter'],
      does: 'Open the session',
      isHidden: true,
      group: 'Sessions',
      run: () => selected && go(sessionUrl(selected)),
    },
  ]);
  const index = state?.index ?? list.index;
  const isNoneYet = list.isReady && list.total === 0 && index?.phase === 'building';
  return (
    <Shell page="list" rail={<ListFacets facets={list.facets} query={query} />}>
      <WindowList
        class="list"
        label="Sessions"
        rows={rows}
        onRange={onRange}
        handle={(handle) => {
          window.current = handle;
        }}
        head={
          <div class="list-head">
            <div class="list-title">
              <h1>{visible(titleOf(query, list.facets))}</h1>
              <span class="quiet num" aria-live="polite">
                {list.isReady && !isNoneYet ? `${count(list.total)} ${list.total === 1 ? 'session' : 'sessions'}` : ''}
              </span>
              {query.get('project') && <ProjectViews project={query.get('project') ?? ''} view="sessions" />}
              <SortMenu query={query} />
            </div>
            {state?.isSample && (
              <p class="banner">
                These are samples: no sessions of your own were found in{' '}
                {state.folders.map((folder, at) => (
                  <code key={folder}>
                    {at > 0 && ', '}
                    {folder}
                  </code>
                ))}
                . Use Claude Code once and they appear here.
              </p>
            )}
            {index && <IndexProgress index={index} />}
            {list.error && <Failed error={list.error} onRetry={list.refresh} isBeside={list.total > 0} />}
            {!list.error && (isNoneYet || !list.isReady) && <Skeleton lines={12} label="Reading sessions" />}
            {list.isReady && list.total === 0 && !isNoneYet && !list.error && (
              <Empty
                folders={state?.folders ?? []}
                isFiltered={[...query.keys()].length > 0}
                clear={withQuery(NOTHING)}
              />
            )}
          </div>
        }
        render={({ at, key, group }) => {
          const row = list.rows.get(at);
          return (
            <>
              {group && <h2 class="row-group">{group}</h2>}
              {row ? <Row row={row} isSelected={key === selected} /> : <div class="row row-empty" />}
            </>
          );
        }}
      />
    </Shell>
  );
}

const NOTHING = { project: null, when: null, marks: null, tag: null, branch: null, filter: null };

function idsBetween(rows: Map<number, { id: string }>, first: number, last: number): string[] {
  const ids: string[] = [];
  for (let at = first; at <= last; at++) {
    const row = rows.get(at);
    if (row) ids.push(row.id);
  }
  return ids;
}

/** The heading above a row, if its date group differs from the row before it. */
function groupAt(rows: Map<number, SessionRow>, at: number): string | undefined {
  const row = rows.get(at);
  if (!row) return undefined;
  const group = dateGroup(row.lastAt);
  const before = rows.get(at - 1);
  return before && dateGroup(before.lastAt) === group ? undefined : group;
}

function titleOf(query: URLSearchParams, facets: { projects: { key: string; name: string }[] } | undefined): string {
  const key = query.get('project');
  if (!key) return 'Sessions';
  return facets?.projects.find((project) => project.key === key)?.name ?? 'Sessions';
}
