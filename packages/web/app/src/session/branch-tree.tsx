import type { TurnOutline } from '../api/contract.js';
import { many } from '../format/number.js';
import { withQuery } from '../router/location.js';
import { visible } from '../text/visible.js';
import { withHash } from '../turn/fork.js';
import type { Branch } from './path.js';

interface Props {
  forks: Branch[];
  turns: TurnOutline[];
  shown: TurnOutline[];
}

/** The branches of the session as a small tree, with the one on screen marked. */
export function BranchTree({ forks, turns, shown }: Props) {
  if (forks.length === 0) return null;
  const onPath = new Set(shown.map(({ number }) => number));
  const depths = depthsOf(forks, turns);
  return (
    <section class="facet branch-tree">
      <h2>Branches</h2>
      {forks.map((fork) => (
        <div key={fork.at} class={`tree-fork indent-${Math.min(depths.get(fork) ?? 0, 4)}`}>
          <span class="quiet">After turn {fork.at}</span>
          <ul>
            {fork.ways.map((way) => (
              <li key={way.turn}>
                <a
                  class="choice"
                  href={withHash(withQuery({ branch: way.isOnTip ? null : String(way.turn) }), way.turn)}
                  aria-current={onPath.has(way.turn) ? 'true' : undefined}
                  title={visible(way.title)}
                >
                  <span class="tree-mark" aria-hidden="true" />
                  <span class="one-line">{visible(way.title)}</span>
                  <span class="quiet num">{many(way.turns, 'turn')}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** The number of forks above each. */
function depthsOf(forks: Branch[], turns: TurnOutline[]): Map<Branch, number> {
  const parents = new Map(turns.map(({ number, parent }) => [number, parent]));
  const places = new Set(forks.map(({ at }) => at));
  return new Map(
    forks.map((fork) => {
      let depth = 0;
      const seen = new Set([fork.at]);
      for (let at = parents.get(fork.at); at != null && !seen.has(at); at = parents.get(at)) {
        seen.add(at);
        if (places.has(at)) depth++;
      }
      return [fork, depth];
    }),
  );
}
