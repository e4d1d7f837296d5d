import type { UsagePage } from '../api/contract.js';
import { many } from '../format/number.js';
import { wholeDay } from './days.js';

const NAMED = 3;

/** A note about counts that no reply can have. They are in the figures as recorded. */
export function Impossible({ days }: { days: UsagePage['days'] }) {
  const odd = days.filter(({ hasImpossible }) => hasImpossible).map(({ key }) => key);
  if (odd.length === 0) return null;
  const named = odd.slice(-NAMED).map((key) => (key === '' ? 'an unknown day' : wholeDay(key)));
  const others = odd.length - named.length;
  return (
    <p class="banner banner-warn" role="note">
      More tokens than a reply can use are recorded on {named.join(', ')}
      {others > 0 && ` and ${many(others, 'other day')}`}. They are counted as recorded, but the plots below are not
      scaled to them.
    </p>
  );
}
