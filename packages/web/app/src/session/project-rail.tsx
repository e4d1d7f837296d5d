import type { SessionRow, SessionsPage } from '../api/contract.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { ago } from '../format/time.js';
import { sessionUrl } from '../router/route.js';

/** Beside a session: the others of its project. */
export function ProjectRail({ row }: { row: SessionRow | undefined }) {
  const { data } = useResource<SessionsPage>(
    row ? url('/api/sessions', { project: row.project.key, limit: 30 }) : null,
  );
  if (!row) return null;
  return (
    <section class="facet">
      <h2>
        <a href={`/?project=${encodeURIComponent(row.project.key)}`}>{row.project.name}</a>
      </h2>
      <ul>
        {data?.rows.map((other) => (
          <li key={other.id}>
            <a
              class="choice choice-two"
              href={sessionUrl(other.id)}
              aria-current={other.id === row.id ? 'page' : undefined}
              title={other.title}
            >
              <span class="one-line">{other.title}</span>
              <small class="quiet num">{ago(other.lastAt)}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
