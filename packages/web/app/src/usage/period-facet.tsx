import { Choice } from '../list/facets.js';
import { withQuery } from '../router/location.js';
import { PERIODS } from './period.js';

export function PeriodFacet({ period }: { period: string }) {
  return (
    <section class="facet">
      <h2>Time</h2>
      <ul>
        {PERIODS.map(([key, name]) => (
          <Choice key={key} href={withQuery({ period: key })} isChosen={period === key} name={name} />
        ))}
      </ul>
    </section>
  );
}
