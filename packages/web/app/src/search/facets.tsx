import type { ComponentChild } from 'preact';
import type { SearchPage } from '../api/contract.js';
import { toolName } from '../format/tool-name.js';
import { Choice } from '../list/facets.js';
import { PERIODS } from '../list/query.js';
import { withQuery } from '../router/location.js';
import { kindName } from './kinds.js';

const TOOLS = 12;
const PROJECTS = 14;

/** A value of a filter, with its number of hits. */
interface Value {
  value: string;
  name: string;
  count?: number | undefined;
}

/** Narrows a search by kind of text, tool, project and time. Without numbers if not all hits were counted. */
export function SearchFacets({ found, query }: { found: SearchPage | undefined; query: URLSearchParams }) {
  const choices = (filter: string, values: Value[]) =>
    values.map(({ value, name, count }) => {
      const isChosen = query.get(filter) === value;
      return (
        <Choice
          key={value}
          href={withQuery({ [filter]: isChosen ? null : value })}
          isChosen={isChosen}
          name={name}
          {...(count === undefined || found?.isMore ? {} : { size: count })}
        />
      );
    });
  const when = PERIODS.findIndex(({ key }) => key === query.get('when'));
  const chosenPeriod = when < 0 ? PERIODS.length : when;
  const { kinds = [], tools = [], projects = [], clients = [] } = found?.facets ?? {};
  const foundKinds = kinds.map(({ kind, count }) => ({ value: kind, name: kindName(kind), count }));
  const foundTools = tools.slice(0, TOOLS).map(({ tool, count }) => ({ value: tool, name: toolName(tool), count }));
  const foundProjects = projects.slice(0, PROJECTS).map(({ key, name, count }) => ({ value: key, name, count }));
  const foundClients = clients.map(({ name, label, count }) => ({ value: name, name: label, count }));
  const hasClients = clients.length > 1 || query.has('client');
  return (
    <>
      <section class="facet">
        <h2>Kind</h2>
        <ul>
          {choices('kind', withChosen(foundKinds, query.get('kind'), kindName))}
          {choices('errors', [{ value: '1', name: 'Only failures', count: found?.facets.errors }])}
          {choices('agents', [{ value: 'only', name: 'Only sub-agents', count: found?.facets.agents }])}
        </ul>
      </section>
      <Facet name="Tool">{choices('tool', withChosen(foundTools, query.get('tool'), toolName))}</Facet>
      <Facet name="Project">{choices('project', withChosen(foundProjects, query.get('project'), lastPart))}</Facet>
      <Facet name="Agents">
        {hasClients ? choices('client', withChosen(foundClients, query.get('client'), String)) : []}
      </Facet>
      <Facet name="When">
        {choices(
          'when',
          PERIODS.map(({ key, name }, at) => ({
            value: key,
            name,
            // Hits before the chosen time were not counted.
            count: at <= chosenPeriod ? found?.facets.periods[at]?.count : undefined,
          })),
        )}
      </Facet>
      <section class="facet">
        <h2>Order</h2>
        <ul>
          <Choice href={withQuery({ sort: null })} isChosen={query.get('sort') !== 'time'} name="Best first" />
          <Choice href={withQuery({ sort: 'time' })} isChosen={query.get('sort') === 'time'} name="Latest first" />
        </ul>
      </section>
    </>
  );
}

function Facet({ name, children }: { name: string; children: ComponentChild[] }) {
  if (children.length === 0) return null;
  return (
    <section class="facet">
      <h2>{name}</h2>
      <ul>{children}</ul>
    </section>
  );
}

/** A chosen value stays in the list even if nothing matches it, so that it can be unchosen. */
function withChosen(values: Value[], chosen: string | null, nameOf: (value: string) => string): Value[] {
  if (chosen === null || values.some(({ value }) => value === chosen)) return values;
  return [...values, { value: chosen, name: nameOf(chosen), count: 0 }];
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) || path;
}
