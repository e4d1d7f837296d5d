import type { EditPlanView } from '../api/contract.js';
import { KINDS } from '../chart/context-kinds.js';
import { count, percent, short } from '../format/number.js';

type Kinds = NonNullable<EditPlanView['kinds']>;
type Named = readonly [Kinds[number]['kind'], string];

const ATTACHED: Named = ['attachments', 'images and files'];
/** A person's words, and the images and files that came with them. */
const ALL = KINDS.flatMap((kind): Named[] => (kind[0] === 'human' ? [kind, ATTACHED] : [kind]));

/** What a session holds by kind, before and after: two bars on one scale, and the figures below. */
export function KindBars({ kinds }: { kinds: Kinds }) {
  const ordered = ALL.flatMap(([kind, name]) => {
    const found = kinds.find((each) => each.kind === kind);
    return found ? [{ ...found, name }] : [];
  });
  const total = (side: 'before' | 'after') => ordered.reduce((sum, each) => sum + each[side], 0);
  const most = Math.max(total('before'), total('after'), 1);
  return (
    <section class="kinds" aria-label="What it holds, by kind">
      <h3>
        What it holds, by kind <span class="quiet">in characters</span>
      </h3>
      {(['before', 'after'] as const).map((side) => (
        <div key={side} class="kinds-row">
          <span class="bars-name">{side}</span>
          <div class="kinds-bar" aria-hidden="true">
            {ordered.map((each) => (
              <i
                key={each.kind}
                class={`c-${each.kind}`}
                style={{ width: `${(each[side] / most) * 100}%` }}
                title={`${each.name}: ${short(each[side])}`}
              />
            ))}
          </div>
          <span class="num">{short(total(side))}</span>
        </div>
      ))}
      <table>
        <thead class="hidden-text">
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Less</th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((each) => (
            <tr key={each.kind} class={each.after === each.before ? 'quiet' : ''}>
              <th scope="row">
                <i class={`dot c-${each.kind}`} aria-hidden="true" /> {each.name}
              </th>
              <td class="num">{figuresOf(each)[0]}</td>
              <td class="num">{each.after === each.before ? 'stays' : `→ ${figuresOf(each)[1]}`}</td>
              <td class="num saved">{lessOf(each)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Short, unless both would look the same. */
function figuresOf({ before, after }: Kinds[number]): [string, string] {
  if (before !== after && short(before) === short(after)) return [count(before), count(after)];
  return [short(before), short(after)];
}

function lessOf({ before, after }: Kinds[number]): string {
  if (after >= before) return '';
  return after === 0 ? 'all of it' : `−${percent(Math.max(0.01, 1 - after / before))}`;
}
