import { useMemo } from 'preact/hooks';
import type { UsagePage as Usage } from '../api/contract.js';
import { shortModel } from '../format/model.js';
import { many } from '../format/number.js';
import { useKeys } from '../keys/keys.js';
import { IndexProgress } from '../list/index-progress.js';
import { replace, useAddress, withQuery } from '../router/location.js';
import { Failed, Notice } from '../shell/notice.js';
import { Scroll } from '../shell/scroll.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { useIndex } from '../shell/use-index.js';
import { Calendar, isForCalendar } from './calendar.js';
import { Causes } from './causes.js';
import { DayBars } from './day-bars.js';
import { DayTable } from './day-table.js';
import { drawnDays } from './drawn.js';
import { Figures } from './figures.js';
import { Impossible } from './impossible.js';
import { MeasureChoice } from './measure-choice.js';
import { NotDrawn } from './not-drawn.js';
import { nameOfPeriod, periodSince } from './period.js';
import { UsageRail } from './rail.js';
import { Ranking } from './ranking.js';
import { useUsage } from './use-usage.js';

/** Cost and tokens by day, model, project and tool. */
export function UsagePage() {
  const { query } = useAddress();
  const measure = query.get('by') === 'tokens' ? 'tokens' : 'cost';
  const isTable = query.get('view') === 'table';
  const showTable = (isShown: boolean) => replace(withQuery({ view: isShown ? 'table' : null }));
  const { data, error, reload, period, emptyPeriod } = useUsage(query);
  const { drawn, apart } = useMemo(() => drawnDays(data?.days ?? [], data?.day ?? ''), [data]);
  const index = useIndex(data?.index, reload);
  const isBuilding = index?.phase === 'building';
  const isNoneYet = data?.total.replies === 0 && isBuilding;
  useKeys([
    { keys: ['v'], does: 'Charts as tables', group: 'Everywhere', run: () => showTable(!isTable) },
    {
      keys: ['m'],
      does: 'By cost or by tokens',
      group: 'Everywhere',
      run: () => replace(withQuery({ by: measure === 'cost' ? 'tokens' : null })),
    },
  ]);
  return (
    <Shell
      page="usage"
      rail={<UsageRail query={query} period={period} projects={data?.projects ?? []} clients={data?.clients ?? []} />}
    >
      <Scroll class="window usage" label="Usage" keptAs={data ? `usage ${query}` : undefined}>
        <div class="list-head">
          <div class="list-title">
            <h1>Usage</h1>
            <span class="tape-choices">
              <MeasureChoice measure={measure} />
              <button type="button" class="toggle-one" aria-pressed={isTable} onClick={() => showTable(!isTable)}>
                tables
              </button>
            </span>
          </div>
          {index && <IndexProgress index={index} />}
          {error && <Failed error={error} onRetry={reload} />}
          {(isNoneYet || !data) && !error && <Skeleton lines={14} label="Counting usage" />}
        </div>
        {data && data.total.replies === 0 && !isNoneYet && (
          <Nothing usage={data} shown={period} project={query.get('project')} />
        )}
        {data && data.total.replies > 0 && (
          <div class="usage-body">
            {emptyPeriod !== null && !isBuilding && (
              <p class="quiet usage-note" role="note">
                No usage in the {nameOfPeriod(emptyPeriod).toLowerCase()}. Shown: {nameOfPeriod(period).toLowerCase()}.
              </p>
            )}
            <Figures usage={data} period={period} isBuilding={isBuilding} />
            {data.total.unrecorded > 0 && (
              <p class="quiet usage-note" role="note">
                Not counted: {many(data.total.unrecorded, 'session')} whose agent recorded no tokens.
              </p>
            )}
            <Impossible days={data.days} />
            <NotDrawn apart={apart} measure={measure} />
            {isTable && <DayTable days={data.days} measure={measure} />}
            {!isTable && drawn.length > 0 && (
              <>
                <DayBars days={drawn} models={data.models} measure={measure} />
                {isForCalendar(drawn) && <Calendar days={drawn} measure={measure} />}
              </>
            )}
            <div class="usage-columns">
              <Ranking
                title={measure === 'cost' ? 'Most expensive sessions' : 'Sessions with most tokens'}
                rows={data.sessions.map((row) => ({
                  ...row,
                  name: row.title,
                  note: row.project.name,
                  href: `/s/${encodeURIComponent(row.key)}`,
                }))}
                measure={measure}
              />
              <Ranking
                title="Projects"
                rows={data.projects.map((row) => ({
                  ...row,
                  name: row.project.name,
                  note: '',
                  href: withQuery({ project: row.key }),
                }))}
                measure={measure}
              />
              <Ranking
                title="Models"
                rows={data.models.map((row) => ({ ...row, name: shortModel(row.key), note: '' }))}
                measure={measure}
              />
              {data.clients.length > 1 && (
                <Ranking
                  title="Agents"
                  rows={data.clients.map((row) => ({
                    ...row,
                    name: row.label,
                    note: '',
                    href: withQuery({ client: row.key }),
                  }))}
                  measure={measure}
                />
              )}
              <Causes query={query} period={period} measure={measure} />
            </div>
          </div>
        )}
      </Scroll>
    </Shell>
  );
}

/** An empty period, with a way to one that is not. */
function Nothing({ usage: { lastUsed }, shown, project }: { usage: Usage; shown: string; project: string | null }) {
  // Usage without a date, or dated in the future, is in all time only.
  const elsewhere = shown === 'all' ? null : 'all';
  const period = lastUsed === null ? elsewhere : periodSince(lastUsed);
  return (
    <Notice title="No usage in this period.">
      {period !== null && (
        <p>
          <a class="link" href={withQuery({ period })}>
            Show {nameOfPeriod(period).toLowerCase()}
          </a>
        </p>
      )}
      {period === null && project !== null && (
        <p>
          <a class="link" href={withQuery({ period: 'all', project: null })}>
            Show all time and all projects
          </a>
        </p>
      )}
      {period === null && project === null && <p>Usage appears here as soon as there are sessions.</p>}
    </Notice>
  );
}
