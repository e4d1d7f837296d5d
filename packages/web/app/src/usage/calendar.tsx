import { useRef, useState } from 'preact/hooks';
import type { UsagePage } from '../api/contract.js';
import { Scroll } from '../shell/scroll.js';
import { useWidth } from '../tape/width.js';
import { daysBetween, mondayOf, monthAt, weekdayOf, weekOf, wholeDay } from './days.js';
import { amountOf, largestOf, type Measure, shown } from './value.js';

const LEFT = 38;
const TOP = 20;
const GAP = 3;
const SMALLEST = 17;
const LARGEST = 34;
/** A square of this size has room for the day of the month. */
const NUMBERED = 26;
/** Room for the name of a month with its year. */
const NAME = 56;
const MIN_WEEKS = 3;
const LEVELS = [1, 2, 3, 4];

/** The days as a calendar: a column per week, darker for more, as large as there is room for. */
export function Calendar({ days, measure }: { days: UsagePage['days']; measure: Measure }) {
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box);
  const [hovered, hover] = useState<string | null>(null);
  const keys = daysBetween(mondayOf(days[0]?.key ?? ''), days.at(-1)?.key);
  const byKey = new Map(days.map((day) => [day.key, day]));
  const largest = largestOf(days, measure);
  const weeks = Math.ceil(keys.length / 7);
  const cell = Math.max(SMALLEST, Math.min(LARGEST, Math.floor((width - LEFT) / weeks)));
  const height = TOP + 7 * cell;
  const amount = (key: string) => {
    const day = byKey.get(key);
    return day ? amountOf(day, measure) : 0;
  };
  return (
    <section class="chart" ref={box}>
      <h2>
        Calendar
        <span class="quiet num" role="status">
          {hovered ? `${wholeDay(hovered)}: ${described(amount(hovered), measure)}` : ''}
        </span>
      </h2>
      <div class="calendar">
        <svg width={LEFT} height={height} aria-hidden="true">
          {weekOf(keys[0]).map((key, row) => (
            <text key={key} class="axis" x={0} y={TOP + row * cell + cell / 2 + 3}>
              {weekdayOf(key)}
            </text>
          ))}
        </svg>
        <Scroll class="calendar-weeks" label="Calendar of usage" startsAt="end">
          <svg
            width={Math.max(NAME, weeks * cell)}
            height={height}
            role="img"
            aria-label="Usage of each day, darker for more. Press v for a table."
            onPointerLeave={() => hover(null)}
          >
            {monthsOf(keys, cell).map(({ name, week }) => (
              <text key={name} class="axis" x={week * cell} y={12}>
                {name}
              </text>
            ))}
            {keys.map((key, at) => (
              <Square
                key={key}
                name={key}
                level={levelOf(amount(key), largest)}
                title={`${wholeDay(key)}: ${described(amount(key), measure)}`}
                x={Math.floor(at / 7) * cell}
                y={TOP + (at % 7) * cell}
                size={cell - GAP}
                isNumbered={cell >= NUMBERED}
                onHover={hover}
              />
            ))}
          </svg>
        </Scroll>
      </div>
      <p class="heat-scale quiet num" aria-hidden="true">
        nothing
        {[0, ...LEVELS].map((level) => (
          <i key={level} class={`heat heat-${level}`} />
        ))}
        {shown(largest, measure)} a day
      </p>
    </section>
  );
}

/** With fewer weeks the bar chart is enough. */
export function isForCalendar(days: UsagePage['days']): boolean {
  return daysBetween(mondayOf(days[0]?.key ?? ''), days.at(-1)?.key).length > 7 * (MIN_WEEKS - 1);
}

interface SquareProps {
  name: string;
  level: number;
  title: string;
  x: number;
  y: number;
  size: number;
  isNumbered: boolean;
  onHover: (key: string) => void;
}

function Square({ name, level, title, x, y, size, isNumbered, onHover }: SquareProps) {
  return (
    <g onPointerEnter={() => onHover(name)}>
      <rect class={`heat heat-${level}`} x={x} y={y} width={size} height={size} rx="3">
        <title>{title}</title>
      </rect>
      {isNumbered && (
        <text class={`heat-day heat-day-${level}`} x={x + size / 2} y={y + size / 2 + 4} text-anchor="middle">
          {Number(name.slice(-2))}
        </text>
      )}
    </g>
  );
}

function described(value: number, measure: Measure): string {
  return value > 0 ? shown(value, measure) : 'nothing';
}

/** The name of each month above the week it begins in, where there is room. The first one includes the year. */
function monthsOf(keys: string[], cell: number): { name: string; week: number }[] {
  const months: { name: string; week: number; end: number }[] = [];
  keys.forEach((key, at) => {
    if (at > 0 && !key.endsWith('-01')) return;
    const isNamed = months.length === 0 || key.slice(5, 7) === '01';
    const name = monthAt(key, isNamed);
    const week = Math.floor(at / 7);
    const left = week * cell;
    const before = months.at(-1);
    // A first month of a few days gives way to the next one.
    if (before && before.end > left && months.length === 1) months.pop();
    else if (before && before.end > left) return;
    months.push({ name: months.length === 0 ? monthAt(key, true) : name, week, end: left + 7 * name.length + 6 });
  });
  return months;
}

/** Five steps, on a square root scale, since small days are the most frequent. */
function levelOf(value: number, largest: number): number {
  if (value <= 0 || largest <= 0) return 0;
  return Math.min(4, 1 + Math.floor(Math.sqrt(value / largest) * 4));
}
