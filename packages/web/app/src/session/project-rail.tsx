import { useCallback } from 'preact/hooks';
import type { ProjectRef, SessionsPage } from '../api/contract.js';
import { useLive } from '../api/live.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { ago } from '../format/time.js';
import { sessionUrl } from '../router/route.js';
import { visible } from '../text/visible.js';

/** The latest sessions of a project. `open`: the id of the one that is shown. */
export function ProjectRail({ project, open }: { project: ProjectRef | undefined; open?: string }) {
  const { data, reload } = useResource<SessionsPage>(
    project ? url('/api/sessions', { project: project.key, limit: 30 }) : null,
  );
  useLive(useCallback((event) => event.type === 'list' && reload(), []));
  if (!project) return null;
  return (
    <section class="facet">
      <h2>
        <a href={`/?project=${encodeURIComponent(project.key)}`}>{visible(project.name)}</a>
      </h2>
      <ul>
        {data?.rows.map((other) => (
          <li key={other.id}>
            <a
              class="choice choice-two"
              href={sessionUrl(other.id)}
              aria-current={other.id === open ? 'page' : undefined}
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
