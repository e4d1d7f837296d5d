import type { EditRequest } from '../api/contract.js';

export type Operation = EditRequest['operation'];

/** The edit that an address and the ticked turns describe; undefined while something is missing. */
export function requestOf(query: URLSearchParams, ticked: readonly number[]): EditRequest | undefined {
  const inPlace = query.get('inplace') === '1' ? { inPlace: true } : {};
  const last = ticked.at(-1);
  switch (query.get('op')) {
    case 'clone':
      return { operation: 'clone' };
    case 'fork':
      return last === undefined ? undefined : { operation: 'fork', at: last };
    case 'cut':
      return last === undefined ? undefined : { operation: 'cut', turns: [...ticked], ...inPlace };
    case 'strip': {
      const calls = callsIn(query);
      if (calls.length > 0) return { operation: 'strip', calls, ...partOf(query), ...inPlace };
      const where = last === undefined ? keepLastOf(query) : { turns: [...ticked] };
      return { operation: 'strip', preset: presetOf(query), ...where, ...inPlace };
    }
    case 'redact':
      return { operation: 'redact', ...inPlace };
    case 'repair':
      return { operation: 'repair', ...inPlace };
    default:
      return undefined;
  }
}

/** The single calls that are to be stripped. */
export function callsIn(query: URLSearchParams): string[] {
  return (query.get('calls') ?? '').split(',').filter(Boolean);
}

/** `3,5-9` or `3,5..9` as numbers. None if any part cannot be read: cutting other turns than intended would be worse. */
export function turnsOf(text: string): number[] {
  const numbers = new Set<number>();
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const range = rangeOf(part);
    if (!range) return [];
    for (let at = range.first; at <= range.last; at++) numbers.add(at);
  }
  return sorted(numbers);
}

/** The reverse of `turnsOf`: `3,5-9`. */
export function turnsText(numbers: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const number of sorted(numbers)) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join();
}

export function sorted(numbers: Iterable<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}

export function presetOf(query: URLSearchParams): 'gentle' | 'standard' | 'hard' {
  const text = query.get('preset');
  return text === 'gentle' || text === 'hard' ? text : 'standard';
}

/** Of single calls: only the output, or all of it. */
function partOf(query: URLSearchParams): { tools: true } | { results: true } {
  return query.get('part') === 'call' ? { tools: true } : { results: true };
}

function rangeOf(part: string): { first: number; last: number } | undefined {
  const match = /^(\d{1,7})(?:(?:-|\.\.)(\d{1,7}))?$/.exec(part);
  if (!match) return undefined;
  const first = Number(match[1]);
  const last = Math.min(Number(match[2] ?? match[1]), first + 10_000);
  return first > 0 && last >= first ? { first, last } : undefined;
}

function keepLastOf(query: URLSearchParams): { keepLast?: number } {
  const keep = query.get('keep');
  return keep !== null && /^\d{1,5}$/.test(keep) ? { keepLast: Number(keep) } : {};
}
