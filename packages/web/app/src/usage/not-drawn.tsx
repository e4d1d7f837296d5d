import { wholeDay } from './days.js';
import type { Apart } from './drawn.js';
import { amountOf, type Measure, shown } from './value.js';

/** Usage that is counted but in no plot, and why. */
export function NotDrawn({ apart, measure }: { apart: Apart[]; measure: Measure }) {
  return (
    <>
      {apart.map(({ why, days }) => {
        const amount = days.reduce((sum, day) => sum + amountOf(day, measure), 0);
        return (
          <p key={why} class="banner banner-warn" role="note">
            {WORDS[why](days.at(-1)?.key ?? '')} {shown(amount, measure)}. It is counted, but not drawn.
          </p>
        );
      })}
    </>
  );
}

const WORDS: { readonly [why in Apart['why']]: (last: string) => string } = {
  future: (last) => `Dated in the future (until ${wholeDay(last)}) by a wrong clock:`,
  early: (last) => `Long before the rest (until ${wholeDay(last)}):`,
  undated: () => 'Without a date:',
};
