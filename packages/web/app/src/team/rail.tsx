import type { Counted } from '../api/contract.js';
import { Choice } from '../list/facets.js';
import { withQuery } from '../router/location.js';

const SHOWN = 20;

interface Props {
  title: string;
  /** The query value that it sets. */
  name: 'person' | 'project';
  all: string;
  values: readonly (Pick<Counted, 'name'> & { count?: number })[];
  query: URLSearchParams;
}

/** One facet of the team's pages. A chosen value stays listed even if nothing matches it. */
export function TeamFacet({ title, name, all, values, query }: Props) {
  const chosen = query.get(name);
  const isListed = chosen === null || values.some((value) => value.name === chosen);
  const listed = isListed ? values : [...values, { name: chosen, count: 0 }];
  if (listed.length === 0) return null;
  return (
    <section class="facet">
      <h2>{title}</h2>
      <ul>
        <Choice href={withQuery({ [name]: null, n: null, after: null })} isChosen={chosen === null} name={all} />
        {listed.slice(0, SHOWN).map((value) => (
          <Choice
            key={value.name}
            href={withQuery({ [name]: value.name === chosen ? null : value.name, n: null, after: null })}
            isChosen={value.name === chosen}
            name={value.name || '(no project)'}
            size={value.count}
          />
        ))}
      </ul>
    </section>
  );
}
