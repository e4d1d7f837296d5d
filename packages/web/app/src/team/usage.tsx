import { totalTokens } from '@unspool/session/tokens';
import { useMemo } from 'preact/hooks';
import type { TeamUsagePage } from '../api/contract.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { shortModel } from '../format/model.js';
import { many, money, tokens } from '../format/number.js';
import { withQuery } from '../router/location.js';
import { Failed, Notice } from '../shell/notice.js';
import { Scroll } from '../shell/scroll.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { DayBars } from '../usage/day-bars.js';
import { drawnDays } from '../usage/drawn.js';
import { MeasureChoice } from '../usage/measure-choice.js';
import { nameOfPeriod, sinceOf, untilOf } from '../usage/period.js';
import { PeriodFacet } from '../usage/period-facet.js';
import { Ranking } from '../usage/ranking.js';
import type { Measure } from '../usage/value.js';
import { TeamHead } from './head.js';
import type { TeamViewProps } from './page.js';
import { TeamFacet } from './rail.js';

const USUAL = '90';

/** The team's usage by day, person, project and model, at this machine's prices. */
export function TeamUsage({ member, query }: TeamViewProps) {
  const measure: Measure = query.get('by') === 'tokens' ? 'tokens' : 'cost';
  const period = query.get('period') ?? USUAL;
  const [person, project] = [query.get('person'), query.get('project')];
  const { data, error, reload } = useResource<TeamUsagePage>(
    url('/api/team/usage', { since: sinceOf(period), until: untilOf(period), person, project }),
  );
  const { drawn } = useMemo(() => drawnDays(data?.days ?? [], data?.day ?? ''), [data]);
  return (
    <Shell page="team" rail={<UsageRail page={data} query={query} period={period} />}>
      <Scroll class="window usage team" label="Usage of the team">
        <TeamHead member={member} view="usage" query={query}>
          <MeasureChoice measure={measure} />
        </TeamHead>
        {error && <Failed error={error} onRetry={reload} />}
        {!data && !error && <Skeleton lines={12} label="Counting usage" />}
        {data?.total.replies === 0 && (
          <Notice title={`No usage in this period: ${nameOfPeriod(period).toLowerCase()}.`}>
            <p>
              <a class="link" href={withQuery({ period: 'all', person: null, project: null })}>
                Show all time and everybody
              </a>
            </p>
          </Notice>
        )}
        {data && data.total.replies > 0 && (
          <div class="usage-body">
            <Total usage={data} period={period} who={person} />
            {drawn.length > 0 && <DayBars days={drawn} models={data.models} measure={measure} />}
            <div class="usage-columns">
              <Ranking
                title="People"
                rows={data.people.map((row) => ({
                  ...row,
                  name: row.key,
                  note: '',
                  href: withQuery({ person: row.key === person ? null : row.key }),
                }))}
                measure={measure}
              />
              <Ranking
                title="Projects"
                rows={data.projects.map((row) => ({
                  ...row,
                  name: row.key || '(no project)',
                  note: '',
                  href: withQuery({ project: row.key === project ? null : row.key }),
                }))}
                measure={measure}
              />
              <Ranking
                title="Models"
                rows={data.models.map((row) => ({ ...row, name: shortModel(row.key), note: '' }))}
                measure={measure}
              />
            </div>
          </div>
        )}
      </Scroll>
    </Shell>
  );
}

interface TotalProps {
  usage: TeamUsagePage;
  period: string;
  who: string | null;
}

function Total({ usage: { total }, period, who }: TotalProps) {
  const unknown = total.unknownPrices.length > 0;
  return (
    <dl class="figures">
      <div class="figure">
        <dt>
          {nameOfPeriod(period)}
          {who !== null && `, ${who}`}
        </dt>
        <dd
          class="num"
          title={unknown ? `The price of ${total.unknownPrices.join(', ')} is not known` : 'At list prices'}
        >
          {money(total.cost)}
          {unknown && total.cost !== null && <small>+</small>}
        </dd>
        <dd class="quiet num">
          {tokens(totalTokens(total.tokens))} · {many(total.replies, 'reply', 'replies')}
        </dd>
      </div>
    </dl>
  );
}

interface RailProps {
  page: TeamUsagePage | undefined;
  query: URLSearchParams;
  period: string;
}

function UsageRail({ page, query, period }: RailProps) {
  return (
    <>
      <PeriodFacet period={period} />
      <TeamFacet
        title="People"
        name="person"
        all="Everybody"
        values={(page?.people ?? []).map(({ key }) => ({ name: key }))}
        query={query}
      />
      <TeamFacet
        title="Projects"
        name="project"
        all="All projects"
        values={(page?.projects ?? []).map(({ key }) => ({ name: key }))}
        query={query}
      />
    </>
  );
}
