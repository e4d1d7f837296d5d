import { totalTokens } from '@unspool/session/tokens';
import type { UsagePage, UsageSum } from '../api/contract.js';
import { count, money, percent, tokens } from '../format/number.js';
import { timeOfDay } from '../format/time.js';
import { nameOfPeriod } from './period.js';

/** Periods that always have a figure. */
const SHOWN = new Set(['7', '30']);

/** The figures people ask for first, as a line of text rather than a wall of boxes. */
export function Figures({ usage, period }: { usage: UsagePage; period: string }) {
  return (
    <dl class="figures">
      <Figure name="Today" sum={usage.today} />
      {usage.window && (
        <Figure
          name="This 5-hour window"
          sum={usage.window}
          note={`until ${timeOfDay(usage.window.end)}, ${tokens(usage.window.tokensPerMinute)} a minute`}
        />
      )}
      <Figure name="Last 7 days" sum={usage.week} />
      <Figure name="Last 30 days" sum={usage.month} />
      {!SHOWN.has(period) && <Figure name={nameOfPeriod(period)} sum={usage.total} />}
      {usage.cacheHits !== null && (
        <div class="figure">
          <dt>Cache read</dt>
          <dd class="num">{percent(usage.cacheHits)}</dd>
          <dd class="quiet num">of all input</dd>
        </div>
      )}
    </dl>
  );
}

function Figure({ name, sum, note }: { name: string; sum: UsageSum; note?: string }) {
  const unknown = sum.unknownPrices.length > 0;
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd class="num" title={unknown ? `The price of ${sum.unknownPrices.join(', ')} is not known` : 'At list prices'}>
        {money(sum.cost)}
        {unknown && sum.cost !== null && <small>+</small>}
      </dd>
      <dd class="quiet num" title={`${count(totalTokens(sum.tokens))} tokens in ${count(sum.replies)} replies`}>
        {tokens(totalTokens(sum.tokens))}
        {note && <span> · {note}</span>}
      </dd>
    </div>
  );
}
