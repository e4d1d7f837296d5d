import type { UsagePage } from '../api/contract.js';
import { Choice } from '../list/facets.js';
import { withQuery } from '../router/location.js';
import { PeriodFacet } from './period-facet.js';

interface Props {
  query: URLSearchParams;
  /** The one that is shown. */
  period: string;
  projects: UsagePage['projects'];
  clients: UsagePage['clients'];
}

export function UsageRail({ query, period, projects, clients }: Props) {
  const chosen = query.get('project');
  return (
    <>
      <PeriodFacet period={period} />
      <section class="facet">
        <h2>Project</h2>
        <ul>
          <Choice href={withQuery({ project: null })} isChosen={chosen === null} name="All projects" />
          {projects.slice(0, 20).map(({ key, project, sessionCount }) => (
            <Choice
              key={key}
              href={withQuery({ project: key })}
              isChosen={chosen === key}
              name={project.name}
              size={sessionCount}
              title={project.path}
            />
          ))}
        </ul>
      </section>
      {(clients.length > 1 || query.has('client')) && (
        <section class="facet">
          <h2>Agents</h2>
          <ul>
            <Choice href={withQuery({ client: null })} isChosen={!query.has('client')} name="All agents" />
            {clients.map(({ key, label, sessionCount }) => (
              <Choice
                key={key}
                href={withQuery({ client: key })}
                isChosen={query.get('client') === key}
                name={label}
                size={sessionCount}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
