import { useEffect, useState } from 'preact/hooks';
import type { SearchPage as Found } from '../api/contract.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { count } from '../format/number.js';
import { useKeys } from '../keys/keys.js';
import { IndexProgress } from '../list/index-progress.js';
import { periodStarts, sinceOf } from '../list/query.js';
import { useAddress, withQuery } from '../router/location.js';
import { Failed, Notice } from '../shell/notice.js';
import { usePageTitle } from '../shell/page-title.js';
import { Scroll } from '../shell/scroll.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { useIndex } from '../shell/use-index.js';
import { SearchFacets } from './facets.js';
import { settle } from './first-hit.js';
import { groupsOf } from './groups.js';
import { Hints } from './hints.js';
import { HitGroup } from './hit-group.js';

const WAIT = 90;

/** Searches all sessions while you type. Each hit opens at its place. */
export function SearchPage() {
  const { query } = useAddress();
  const path = pathOf(query);
  const [asked, ask] = useState(path);
  useEffect(() => {
    const timer = setTimeout(() => ask(path), WAIT);
    return () => clearTimeout(timer);
  }, [path]);
  const { data, error, isLoading, reload } = useResource<Found>(asked);
  const index = useIndex(data?.index, reload);
  const q = query.get('q') ?? '';
  usePageTitle(q.trim() === '' ? 'Search' : `${q.trim()} · Search`);
  useEffect(
    () => settle(asked === path && asked !== null && data !== undefined && !isLoading),
    [asked, path, data, isLoading],
  );
  useKeys([
    { keys: ['j', 'ArrowDown'], does: 'Next hit', group: 'Search', run: () => move(1), isHidden: true },
    { keys: ['k', 'ArrowUp'], does: 'Previous hit', group: 'Search', run: () => move(-1), isHidden: true },
  ]);
  return (
    <Shell page="search" rail={<SearchFacets found={asked === null ? undefined : data} query={query} />}>
      <Scroll class="window search" label="Hits" keptAs={data && !isLoading ? `search ${query}` : undefined}>
        <div class="list-head">
          <div class="list-title">
            <h1>Search</h1>
            <span class="quiet num" role="status">
              {asked !== null && data && !isLoading
                ? `${count(data.count)}${data.isMore ? ' or more' : ''} ${data.count === 1 ? 'place' : 'places'}`
                : ''}
            </span>
          </div>
          {index && <IndexProgress index={index} />}
          {error && <Failed error={error} onRetry={reload} />}
          {asked === null && <Hints />}
          {asked !== null && !data && !error && <Skeleton lines={10} label="Searching" />}
          {asked !== null && data && data.hits.length === 0 && !isLoading && (
            <Notice title={`Nothing found for “${q}”${index?.phase === 'building' ? ' yet' : ''}.`}>
              {isNarrowed(query) && (
                <p>
                  <a class="link" href={withQuery(WIDE)}>
                    Search everything, without the filters
                  </a>
                </p>
              )}
              <p>
                Every word must be there. <code>upload*</code> finds words that begin with it, <code>a OR b</code>{' '}
                either word.
              </p>
            </Notice>
          )}
        </div>
        {asked !== null && data && groupsOf(data).map((group) => <HitGroup key={group.id} group={group} q={q} />)}
      </Scroll>
    </Shell>
  );
}

const WIDE = {
  project: null,
  session: null,
  client: null,
  when: null,
  kind: null,
  tool: null,
  errors: null,
  agents: null,
};

function isNarrowed(query: URLSearchParams): boolean {
  return Object.keys(WIDE).some((name) => query.has(name));
}

function move(step: number): void {
  const hits = [...document.querySelectorAll<HTMLElement>('[data-hit]')];
  const at = hits.indexOf(document.activeElement as HTMLElement);
  hits[Math.min(hits.length - 1, Math.max(0, at + step))]?.focus();
}

function pathOf(query: URLSearchParams): string | null {
  // A space at the end says that the last word is complete.
  const q = (query.get('q') ?? '').trimStart();
  if (q === '') return null;
  return url('/api/search', {
    q,
    project: query.get('project'),
    session: query.get('session'),
    since: sinceOf(query.get('when')),
    periods: periodStarts(),
    kind: query.get('kind'),
    tool: query.get('tool'),
    errors: query.get('errors'),
    agents: query.get('agents'),
    client: query.get('client'),
    sort: query.get('sort'),
    limit: 200,
  });
}
