import { wrongRequest } from '../failure.js';

/** The requested turns. */
export interface TurnWindow {
  /** 1-based; negative counts from the end. */
  from: number;
  count: number;
  /** `3,5..9`; overrides the other two. */
  numbers: string | undefined;
}

const MAX_TURNS = 60;
const MAX_LISTED = 100_000;

/** The numbers of the existing turns in a window. */
export function numbersIn({ from, count, numbers }: TurnWindow, total: number): number[] {
  if (numbers !== undefined) return turnNumbers(numbers, MAX_TURNS).filter((number) => number <= total);
  const first = from < 0 ? Math.max(1, total + 1 + from) : from;
  const length = Math.max(0, Math.min(count, MAX_TURNS, total - first + 1));
  return Array.from({ length }, (_, at) => first + at);
}

/** The last turn that is needed; undefined if that depends on the total. */
export function lastNeeded(window: TurnWindow): number | undefined {
  if (window.numbers !== undefined) return turnNumbers(window.numbers, MAX_TURNS).reduce((a, b) => Math.max(a, b), 0);
  return window.from < 0 ? undefined : window.from + Math.min(window.count, MAX_TURNS) - 1;
}

/** Turn numbers as people write them: `3,5..9`. */
export function turnNumbers(text: string, most = MAX_LISTED): number[] {
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(part.trim());
    if (!match) throw wrongRequest(`"${text.slice(0, 100)}" is not a list of turns.`);
    const first = Number(match[1]);
    const last = Math.min(Number(match[2] ?? first), first + most);
    for (let number = Math.max(1, first); number <= last; number++) numbers.add(number);
    if (numbers.size > most) throw wrongRequest(`More than ${most} turns at once.`);
  }
  return [...numbers];
}
