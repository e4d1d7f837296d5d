import type { UsagePage } from '../api/contract.js';

type Day = UsagePage['days'][number];

/** Days that are counted but would stretch the plots too far; a note names them. */
export interface Apart {
  why: 'future' | 'undated' | 'early';
  days: Day[];
}

const DAY = 86_400_000;
/** The maximum number of days that a plot can show. */
export const MAX_DAYS = 800;

/** The days that are drawn, and those that would only stretch the plots: from a wrong clock, without a date, or long ago. */
export function drawnDays(days: readonly Day[], today: string): { drawn: Day[]; apart: Apart[] } {
  const past = days.filter(({ key }) => key !== '' && key <= today);
  const from = Date.parse(past.at(-1)?.key ?? today) - (MAX_DAYS - 1) * DAY;
  const isDrawn = ({ key }: Day) => Date.parse(key) >= from;
  const apart: Apart[] = [
    { why: 'future', days: days.filter(({ key }) => key > today) },
    { why: 'early', days: past.filter((day) => !isDrawn(day)) },
    { why: 'undated', days: days.filter(({ key }) => key === '') },
  ];
  return { drawn: past.filter(isDrawn), apart: apart.filter((each) => each.days.length > 0) };
}
