import type { SessionRow, TeamSessionsPage } from '../api/contract.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { ago } from '../format/time.js';
import { sessionUrl } from '../router/route.js';
import { visible } from '../text/visible.js';

/** The rail beside a colleague's session: the other shared sessions of its project. */
export function TeamSessionRail({ row }: { row: SessionRow | undefined }) {
  const { data } = useResource<TeamSessionsPage>(
    row ? url('/api/team/sessions', { project: row.project.key, limit: 30 }) : null,
  );
  if (!row) return null;
  return (
    <section class="facet">
      <h2>
        <a href={`/team?project=${encodeURIComponent(row.project.key)}`}>{visible(row.project.name) || 'The team'}</a>
      </h2>
      <ul>
        {data?.rows
          .filter(({ visibility }) => visibility !== 'metrics')
          .map((other) => (
            <li key={other.id}>
              <a
                class="choice choice-two"
                href={sessionUrl(other.id)}
                aria-current={other.id === row.id ? 'page' : undefined}
                title={visible(other.title)}
              >
                <span class="one-line">{visible(other.title) || '(untitled)'}</span>
                <small class="quiet num">
                  {visible(other.person)} · {ago(other.lastAt)}
                </small>
              </a>
            </li>
          ))}
      </ul>
    </section>
  );
}
