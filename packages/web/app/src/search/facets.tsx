import type { SearchPage } from '../api/contract.js';
import { Choice } from '../list/facets.js';
import { PERIODS } from '../list/query.js';
import { withQuery } from '../router/location.js';
import { kindName } from './kinds.js';

/** Narrow a search by what kind of text, which tool, which project, when. */
export function SearchFacets({ facets, query }: { facets: SearchPage['facets'] | undefined; query: URLSearchParams }) {
  const choice = (name: string, value: string, title: string, size?: number) => {
    const isChosen = query.get(name) === value;
    return (
      <Choice
        key={value}
        href={withQuery({ [name]: isChosen ? null : value })}
        isChosen={isChosen}
        name={title}
        {...(size === undefined ? {} : { size })}
      />
    );
  };
  return (
    <>
      <section class="facet">
        <h2>Kind</h2>
        <ul>
          {(facets?.kinds ?? []).map(({ kind, count }) => choice('kind', kind, kindName(kind), count))}
          {choice('errors', '1', 'Only failures')}
          {choice('agents', 'only', 'Only sub-agents')}
        </ul>
      </section>
      {facets && facets.tools.length > 0 && (
        <section class="facet">
          <h2>Tool</h2>
          <ul>{facets.tools.slice(0, 12).map(({ tool, count }) => choice('tool', tool, tool, count))}</ul>
        </section>
      )}
      {facets && facets.projects.length > 0 && (
        <section class="facet">
          <h2>Project</h2>
          <ul>{facets.projects.slice(0, 14).map(({ key, name, count }) => choice('project', key, name, count))}</ul>
        </section>
      )}
      <section class="facet">
        <h2>When</h2>
        <ul>{PERIODS.map(({ key, name }) => choice('when', key, name))}</ul>
      </section>
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
