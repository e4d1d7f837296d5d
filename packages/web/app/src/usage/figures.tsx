import { totalTokens } from '@unspool/session/tokens';
import type { UsagePage, UsageSum } from '../api/contract.js';
import { count, money, percent, tokens } from '../format/number.js';
import { timeOfDay } from '../format/time.js';
import { nameOfPeriod } from './period.js';

/** Periods that always have a figure. */
const SHOWN = new Set(['7', '30']);

interface Props {
  usage: UsagePage;
  period: string;
  /** The index is being built, so that more may come. */
  isBuilding: boolean;
}

/** The figures people ask for first, as a line of text rather than a wall of boxes. */
export function Figures({ usage, period, isBuilding }: Props) {
  const figure = (name: string, sum: UsageSum, note?: string) => (
    <Figure name={name} sum={sum} note={note} isCounted={!isBuilding || sum.replies > 0} />
  );
  return (
    <dl class="figures">
      {figure('Today', usage.today)}
      {usage.window &&
        figure(
          'This 5-hour window',
          usage.window,
          `until ${timeOfDay(usage.window.end)}, ${tokens(usage.window.tokensPerMinute)} a minute`,
        )}
      {figure('Last 7 days', usage.week)}
      {figure('Last 30 days', usage.month)}
      {!SHOWN.has(period) && figure(nameOfPeriod(period), usage.total)}
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

interface FigureProps {
  name: string;
  sum: UsageSum;
  note: string | undefined;
  /** False while the index has found nothing of it yet. */
  isCounted: boolean;
}

function Figure({ name, sum, note, isCounted }: FigureProps) {
  if (!isCounted) {
    return (
      <div class="figure">
        <dt>{name}</dt>
        <dd class="quiet" title="Counted once the index has read it">
          …
        </dd>
      </div>
    );
  }
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
