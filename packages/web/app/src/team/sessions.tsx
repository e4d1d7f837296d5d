import type { TeamRow, TeamSessionsPage } from '../api/contract.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { count, many, short } from '../format/number.js';
import { ago, exact } from '../format/time.js';
import { Choice } from '../list/facets.js';
import { PERIODS, periodStarts, sinceOf } from '../list/query.js';
import { DETACHED } from '../list/row.js';
import { withQuery } from '../router/location.js';
import { sessionUrl } from '../router/route.js';
import { Failed, Notice } from '../shell/notice.js';
import { Scroll } from '../shell/scroll.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { visible } from '../text/visible.js';
import { TeamHead } from './head.js';
import type { TeamViewProps } from './page.js';
import { TeamFacet } from './rail.js';

const PART = 200;
/** The server's limit for one page. */
const MAX = 1000;

/** Every shared session, latest first. */
export function TeamSessions({ member, query }: TeamViewProps) {
  const shown = Number(query.get('n')) || PART;
  const { data, error, reload } = useResource<TeamSessionsPage>(
    url('/api/team/sessions', {
      person: query.get('person'),
      project: query.get('project'),
      since: sinceOf(query.get('when')),
      periods: periodStarts(),
      limit: shown,
      after: query.get('after'),
    }),
  );
  return (
    <Shell page="team" rail={<Facets page={data} query={query} />}>
      <Scroll class="window team" label="Sessions of the team">
        <TeamHead member={member} view="sessions" query={query} status={data ? many(data.total, 'session') : ''} />
        {error && <Failed error={error} onRetry={reload} />}
        {!data && !error && <Skeleton lines={12} label="Reading the team’s sessions" />}
        {data?.rows.length === 0 && (
          <Nothing isFiltered={['person', 'project', 'when'].some((name) => query.has(name))} />
        )}
        {data?.rows.map((row) => (
          <SharedRow key={row.id} row={row} />
        ))}
        {data?.next && (
          <p class="team-more">
            <a class="link" href={withQuery(shown < MAX ? { n: String(shown + PART) } : { after: data.next })}>
              {shown < MAX ? `${count(PART)} more` : 'Older sessions'}
            </a>
          </p>
        )}
      </Scroll>
    </Shell>
  );
}

function Facets({ page, query }: { page: TeamSessionsPage | undefined; query: URLSearchParams }) {
  const when = query.get('when');
  const { people = [], projects = [], periods = [] } = page?.facets ?? {};
  return (
    <>
      <TeamFacet title="People" name="person" all="Everybody" values={people} query={query} />
      <TeamFacet title="Projects" name="project" all="All projects" values={projects} query={query} />
      <section class="facet">
        <h2>When</h2>
        <ul>
          {PERIODS.map(({ key, name }, at) => (
            <Choice
              key={key}
              href={withQuery({ when: key === when ? null : key, n: null, after: null })}
              isChosen={key === when}
              name={name}
              size={periods[at]?.count}
            />
          ))}
        </ul>
      </section>
    </>
  );
}

function SharedRow({ row }: { row: TeamRow }) {
  const cells = (
    <>
      <span class="team-who one-line">{visible(row.person)}</span>
      <span class="team-what one-line">
        {row.visibility === 'metrics' ? (
          <span class="quiet">Shares numbers only</span>
        ) : (
          <b>{visible(row.title) || <span class="row-untitled">(untitled)</span>}</b>
        )}
        {row.visibility === 'own' && <span class="mark mark-quiet">your machines</span>}
        {row.copyOf !== null && <span class="mark mark-quiet">continues {visible(row.copyOf)}’s</span>}
      </span>
      <span class="team-where one-line quiet">
        {visible(row.project)}
        {row.branch && row.branch !== DETACHED && <span> · {visible(row.branch)}</span>}
      </span>
      <time class="team-when quiet" title={exact(row.lastAt)}>
        {ago(row.lastAt)}
      </time>
      <span class="team-turns num" title={many(row.turns, 'turn')}>
        {row.turns > 0 && (
          <>
            {short(row.turns)} <small>{row.turns === 1 ? 'turn' : 'turns'}</small>
          </>
        )}
      </span>
    </>
  );
  if (row.visibility === 'metrics') return <div class="team-row">{cells}</div>;
  return (
    <a class="team-row" href={sessionUrl(row.id)}>
      {cells}
    </a>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Notice title="No matching sessions.">
        <p>
          <a class="link" href="/team">
            Show everybody’s
          </a>
        </p>
      </Notice>
    );
  }
  return (
    <Notice title="Nobody shares a session yet.">
      <p>
        Share a project of yours with <code>unspool team share FOLDER</code>, see what would leave this machine with{' '}
        <code>unspool team push --dry-run</code>, then run <code>unspool team push</code>.
      </p>
    </Notice>
  );
}
