import { useRef, useState } from 'preact/hooks';
import type { UsagePage } from '../api/contract.js';
import { shortModel } from '../format/model.js';
import { useWidth } from '../tape/width.js';
import { daysBetween, monthOf, shortDay, weeksBetween, wholeDay } from './days.js';
import { lookOf } from './model-look.js';
import { niceScale } from './scale.js';
import { amountOf, largestOf, type Measure, shown } from './value.js';
import { byWeek } from './weeks.js';

interface Props {
  days: UsagePage['days'];
  models: UsagePage['models'];
  measure: Measure;
}

const HEIGHT = 180;
const LEFT = 64;
const BOTTOM = 22;
const NAMED = 10;
const MAX_DAYS = 150;

/** A bar per day with its models stacked, the largest at the bottom. */
export function DayBars({ days: all, models, measure }: Props) {
  const isWeekly = daysBetween(all[0]?.key, all.at(-1)?.key).length > MAX_DAYS;
  const days = isWeekly ? byWeek(all) : all;
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box);
  const [hovered, hover] = useState<string | null>(null);
  const ranked = [...models].sort((a, b) => amountOf(b, measure) - amountOf(a, measure)).map(({ key }) => key);
  const keys = (isWeekly ? weeksBetween : daysBetween)(days[0]?.key, days.at(-1)?.key);
  const byKey = new Map(days.map((day) => [day.key, day]));
  const { top, lines } = niceScale(largestOf(days, measure));
  const slot = Math.max(1, (width - LEFT) / Math.max(1, keys.length));
  const y = (value: number) => (HEIGHT - 8) * (1 - Math.min(1, value / top)) + 8;
  const isAbove = (each: Props['days'][number] | undefined) => each !== undefined && amountOf(each, measure) > top;
  const day = hovered ? byKey.get(hovered) : undefined;
  const named = namedAt(keys, { slot, isWeekly });
  return (
    <section class="chart" ref={box}>
      <h2>
        {isWeekly ? 'By week and model' : 'By day and model'}
        <span class="quiet num" role="status">
          {hovered
            ? `${isWeekly ? 'Week of ' : ''}${wholeDay(hovered)}: ${day ? shown(amountOf(day, measure), measure) : 'nothing'}`
            : ''}
        </span>
      </h2>
      <svg
        width="100%"
        height={HEIGHT + BOTTOM}
        role="img"
        aria-label={`Usage by day, at most ${shown(top, measure)}. Press v for a table.`}
        onPointerLeave={() => hover(null)}
      >
        {lines.map((line) => (
          <g key={line}>
            <line class="grid" x1={LEFT} x2={width} y1={y(line)} y2={y(line)} />
            <text class="axis" x={LEFT - 8} y={y(line) + 4} text-anchor="end">
              {shown(line, measure)}
            </text>
          </g>
        ))}
        <line class="base" x1={LEFT} x2={width} y1={HEIGHT} y2={HEIGHT} />
        {keys.map((key, at) => (
          <g key={key} onPointerEnter={() => hover(key)}>
            <rect class="catch" x={LEFT + at * slot} y={0} width={slot} height={HEIGHT} />
            <Stack
              day={byKey.get(key)}
              x={LEFT + at * slot}
              width={Math.max(1, Math.min(28, slot - 2))}
              y={y}
              ranked={ranked}
              measure={measure}
            />
            {isAbove(byKey.get(key)) && (
              <rect
                class="bar-cut"
                x={LEFT + at * slot - 1}
                y={y(top * 0.9)}
                width={Math.max(3, Math.min(30, slot))}
                height={3}
              />
            )}
            {named.has(at) && at * slot < width - LEFT - 48 && (
              <text class="axis" x={LEFT + at * slot} y={HEIGHT + 16}>
                {isWeekly ? monthOf(key) : shortDay(key)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <ul class="legend">
        {ranked.slice(0, NAMED).map((model) => (
          <li key={model} title={model}>
            <i class={`dot ${lookOf(model)}`} aria-hidden="true" />
            {shortModel(model)}
          </li>
        ))}
        {ranked.length > NAMED && <li title={ranked.slice(NAMED).join('\n')}>and {ranked.length - NAMED} more</li>}
      </ul>
    </section>
  );
}

/** Which bars have a label: days at a regular distance, of weeks the first of each month. Labels do not overlap. */
function namedAt(keys: string[], { slot, isWeekly }: { slot: number; isWeekly: boolean }): Set<number> {
  const every = Math.max(1, Math.ceil(64 / slot));
  if (!isWeekly) return new Set(keys.map((_, at) => at).filter((at) => at % every === 0));
  const named: number[] = [];
  keys.forEach((key, at) => {
    const isFirst = at === 0 || monthOf(key) !== monthOf(keys[at - 1] ?? '');
    if (isFirst && at - (named.at(-1) ?? -every) >= every) named.push(at);
  });
  return new Set(named);
}

interface StackProps {
  day: UsagePage['days'][number] | undefined;
  x: number;
  width: number;
  y: (value: number) => number;
  ranked: string[];
  measure: Measure;
}

function Stack({ day, x, width, y, ranked, measure }: StackProps) {
  if (!day) return null;
  let sum = 0;
  return (
    <>
      {[...day.models]
        .sort((a, b) => ranked.indexOf(a.key) - ranked.indexOf(b.key))
        .map((model) => {
          const from = sum;
          sum += amountOf(model, measure);
          return (
            <rect
              key={model.key}
              class={lookOf(model.key)}
              x={x}
              width={width}
              y={y(sum)}
              height={Math.max(0, y(from) - y(sum))}
            />
          );
        })}
    </>
  );
}
