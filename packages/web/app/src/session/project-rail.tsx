import { useCallback } from 'preact/hooks';
import type { SessionRow, SessionsPage } from '../api/contract.js';
import { useLive } from '../api/live.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { ago } from '../format/time.js';
import { sessionUrl } from '../router/route.js';
import { visible } from '../text/visible.js';

/** The other sessions of the project. */
export function ProjectRail({ row }: { row: SessionRow | undefined }) {
  const { data, reload } = useResource<SessionsPage>(
    row ? url('/api/sessions', { project: row.project.key, limit: 30 }) : null,
  );
  useLive(useCallback((event) => event.type === 'list' && reload(), []));
  if (!row) return null;
  return (
    <section class="facet">
      <h2>
        <a href={`/?project=${encodeURIComponent(row.project.key)}`}>{visible(row.project.name)}</a>
      </h2>
      <ul>
        {data?.rows.map((other) => (
          <li key={other.id}>
            <a
              class="choice choice-two"
              href={sessionUrl(other.id)}
              aria-current={other.id === row.id ? 'page' : undefined}
              title={visible(other.title)}
            >
              <span class="one-line">{visible(other.title)}</span>
              {other.isLive ? (
                <small class="rail-live">live</small>
              ) : (
                <small class="quiet num">{ago(other.lastAt)}</small>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
