import { useEffect, useState } from 'preact/hooks';
import type { SearchHit, TeamSearchPage } from '../api/contract.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { count } from '../format/number.js';
import { Choice } from '../list/facets.js';
import { PERIODS, sinceOf } from '../list/query.js';
import { withQuery } from '../router/location.js';
import { sessionUrl } from '../router/route.js';
import { kindName } from '../search/kinds.js';
import { Snippet } from '../search/snippet.js';
import { Failed, Notice } from '../shell/notice.js';
import { Scroll } from '../shell/scroll.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { visible } from '../text/visible.js';
import { TeamHead } from './head.js';
import type { TeamViewProps } from './page.js';
import { TeamFacet } from './rail.js';

const WAIT = 250;
const SHOWN = 4;

/** Searches everything that the team shares. Each hit opens at its place. */
export function TeamSearch({ member, query }: TeamViewProps) {
  const q = (query.get('q') ?? '').trim();
  const path =
    q === ''
      ? null
      : url('/api/team/search', {
          q,
          person: query.get('person'),
          project: query.get('project'),
          since: sinceOf(query.get('when')),
        });
  const [asked, ask] = useState(path);
  useEffect(() => {
    const timer = setTimeout(() => ask(path), WAIT);
    return () => clearTimeout(timer);
  }, [path]);
  const { data, error, isLoading, reload } = useResource<TeamSearchPage>(asked);
  const places = data && !isLoading ? `${count(data.count)}${data.isMore ? ' or more' : ''} places` : '';
  return (
    <Shell page="team" rail={<Facets page={data} query={query} />}>
      <Scroll class="window search team" label="Hits">
        <TeamHead member={member} view="search" query={query} status={asked === null ? '' : places} />
        {error && <Failed error={error} onRetry={reload} />}
        {asked !== null && !data && !error && <Skeleton lines={10} label="Searching" />}
        {asked !== null && data && data.hits.length === 0 && !isLoading && (
          <Notice title={`Nothing was found for “${q}” in what the team shares.`}>
            <p>
              <a class="link" href={`/search?q=${encodeURIComponent(q)}`}>
                Search this machine
              </a>
            </p>
          </Notice>
        )}
        {asked !== null && data && groupsOf(data).map((group) => <Group key={group.id} group={group} q={q} />)}
      </Scroll>
    </Shell>
  );
}

function Facets({ page, query }: { page: TeamSearchPage | undefined; query: URLSearchParams }) {
  const when = query.get('when');
  return (
    <>
      <TeamFacet title="People" name="person" all="Everybody" values={page?.facets.people ?? []} query={query} />
      <TeamFacet
        title="Projects"
        name="project"
        all="All projects"
        values={page?.facets.projects ?? []}
        query={query}
      />
      <section class="facet">
        <h2>When</h2>
        <ul>
          {PERIODS.map(({ key, name }) => (
            <Choice
              key={key}
              href={withQuery({ when: key === when ? null : key })}
              isChosen={key === when}
              name={name}
            />
          ))}
        </ul>
      </section>
    </>
  );
}

interface HitsOfSession {
  id: string;
  session: TeamSearchPage['sessions'][string] | undefined;
  hits: SearchHit[];
}

/** Hits of one session together, sessions in the order of their best hit. */
function groupsOf({ hits, sessions }: TeamSearchPage): HitsOfSession[] {
  const groups = new Map<string, HitsOfSession>();
  for (const hit of hits) {
    const group = groups.get(hit.id) ?? { id: hit.id, session: sessions[hit.id], hits: [] };
    group.hits.push(hit);
    groups.set(hit.id, group);
  }
  return [...groups.values()];
}

function Group({ group: { id, session, hits }, q }: { group: HitsOfSession; q: string }) {
  const [isAll, showAll] = useState(false);
  const title = visible(session?.title ?? '') || '(untitled)';
  return (
    <section class="hit-group" aria-label={title}>
      <h2 class="hit-session">
        <a class="one-line" href={sessionUrl(id)}>
          {title}
        </a>
        <span class="quiet one-line">
          {visible(session?.person ?? '')} · {visible(session?.project ?? '')}
        </span>
      </h2>
      <ul>
        {(isAll ? hits : hits.slice(0, SHOWN)).map((hit, at) => (
          <li key={`${hit.byte} ${hit.kind} ${at}`}>
            <a class="hit" href={hitUrl(hit, q)} data-hit>
              <span class="hit-turn num">·</span>
              <span class={`hit-kind hit-${hit.kind}`}>
                {hit.kind === 'prompt' ? visible(session?.person ?? '') : visible(hit.tool ?? kindName(hit.kind))}
                {hit.agentId !== null && <small> in a sub-agent</small>}
              </span>
              <span class="hit-text">
                <Snippet text={hit.snippet} ranges={hit.ranges} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {hits.length > SHOWN && !isAll && (
        <button type="button" class="link-button" onClick={() => showAll(true)}>
          {count(hits.length - SHOWN)} more
        </button>
      )}
    </section>
  );
}

/** The turn is determined once the session is loaded. */
function hitUrl({ id, agentId, byte }: SearchHit, q: string): string {
  const query = new URLSearchParams({ q, at: String(byte) });
  if (agentId !== null) query.set('agent', agentId);
  return `/s/${encodeURIComponent(id)}?${query}`;
}
