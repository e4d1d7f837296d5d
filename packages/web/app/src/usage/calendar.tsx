import type { UsagePage } from '../api/contract.js';
import { Scroll } from '../shell/scroll.js';
import { daysBetween, keyOf, wholeDay } from './days.js';
import { amountOf, largestOf, type Measure, shown } from './value.js';

const DAY = 86_400_000;
const LEFT = 34;
const TOP = 18;
const MONTHS = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const WEEKDAYS = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });

/** The days as a calendar: a column a week, the darker the more. */
export function Calendar({ days, measure, isTable }: { days: UsagePage['days']; measure: Measure; isTable: boolean }) {
  const last = days.at(-1)?.key;
  if (!last || isTable) return null;
  const first = mondayBefore(Date.parse(days[0]?.key ?? last));
  const keys = daysBetween(keyOf(first), last);
  const byKey = new Map(days.map((day) => [day.key, day]));
  const largest = largestOf(days, measure);
  const weeks = Math.ceil(keys.length / 7);
  const cell = weeks > 30 ? 14 : 18;
  return (
    <section class="chart">
      <h2>Calendar</h2>
      <Scroll class="calendar" label="Calendar of use" startsAt="end">
        <svg
          width={LEFT + weeks * cell + 12}
          height={TOP + 7 * cell}
          role="img"
          aria-label="Use of each day: the darker the more. Press v for a table."
        >
          {[0, 2, 4].map((row) => (
            <text key={row} class="axis" x={0} y={TOP + row * cell + cell - 5}>
              {WEEKDAYS.format(first + row * DAY)}
            </text>
          ))}
          {keys.map((key, at) => {
            const day = byKey.get(key);
            const value = day ? amountOf(day, measure) : 0;
            const x = LEFT + Math.floor(at / 7) * cell;
            return (
              <g key={key}>
                {(key.endsWith('-01') || (at === 0 && !isMonthSoon(keys))) && (
                  <text class="axis" x={x} y={11}>
                    {MONTHS.format(Date.parse(key))}
                  </text>
                )}
                <rect
                  class={`heat heat-${levelOf(value, largest)}`}
                  x={x}
                  y={TOP + (at % 7) * cell}
                  width={cell - 2}
                  height={cell - 2}
                  rx="2"
                >
                  <title>
                    {wholeDay(key)}: {value > 0 ? shown(value, measure) : 'nothing'}
                  </title>
                </rect>
              </g>
            );
          })}
        </svg>
      </Scroll>
    </section>
  );
}

/** The name of a month that begins in the first weeks would run into that of the one before. */
function isMonthSoon(keys: string[]): boolean {
  return keys.slice(0, 21).some((key) => key.endsWith('-01'));
}

/** Five steps; the root spreads out the many small days. */
function levelOf(value: number, largest: number): number {
  if (value <= 0 || largest <= 0) return 0;
  return Math.min(4, 1 + Math.floor(Math.sqrt(value / largest) * 4));
}

function mondayBefore(at: number): number {
  return at - ((new Date(at).getUTCDay() + 6) % 7) * DAY;
}
