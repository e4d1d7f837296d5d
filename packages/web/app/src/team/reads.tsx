import type { TeamRead } from '../api/contract.js';
import { useResource } from '../api/resource.js';
import { count } from '../format/number.js';
import { ago, exact } from '../format/time.js';
import { sessionUrl } from '../router/route.js';
import { Failed, Notice } from '../shell/notice.js';
import { Scroll } from '../shell/scroll.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { visible } from '../text/visible.js';
import { TeamHead } from './head.js';
import type { TeamViewProps } from './page.js';

const VERBS = { pull: 'pulled', show: 'opened', search: 'found in a search' } as const;

/** Who opened, pulled or found your sessions, latest first. */
export function TeamReads({ member, query }: TeamViewProps) {
  const { data, error, reload } = useResource<{ reads: TeamRead[] }>('/api/team/reads');
  return (
    <Shell page="team">
      <Scroll class="window team" label="Readers of your sessions">
        <TeamHead member={member} view="reads" query={query} />
        {error && <Failed error={error} onRetry={reload} />}
        {!data && !error && <Skeleton lines={8} label="Reading the record" />}
        {data?.reads.length === 0 && (
          <Notice title="Nobody has read your sessions.">
            <p>When a colleague opens or pulls one, or sees a passage of it in a search, it is recorded here.</p>
          </Notice>
        )}
        {data && data.reads.length > 0 && (
          <ol class="team-reads">
            {data.reads.map(({ at, reader, verb, id, title, others }) => (
              <li key={`${at} ${reader} ${id} ${verb}`}>
                <time class="quiet num" title={exact(at)}>
                  {ago(at)}
                </time>
                <span class="one-line">
                  <b>{visible(reader)}</b> {VERBS[verb]}
                </span>
                {title === null ? (
                  <span class="one-line quiet">a session that you no longer share</span>
                ) : (
                  <a class="link one-line" href={sessionUrl(id)}>
                    {visible(title) || '(untitled)'}
                    {others > 0 && ` and ${count(others)} more`}
                  </a>
                )}
              </li>
            ))}
          </ol>
        )}
      </Scroll>
    </Shell>
  );
}
