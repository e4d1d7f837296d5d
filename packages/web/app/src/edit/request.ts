import type { EditRequest } from '../api/contract.js';

/** The request an address stands for; nothing while something needed is missing. */
export function requestOf(query: URLSearchParams): EditRequest | undefined {
  const inPlace = query.get('inplace') === '1' ? { inPlace: true } : {};
  switch (query.get('op')) {
    case 'clone':
      return { operation: 'clone' };
    case 'fork': {
      const at = Number(query.get('at'));
      return Number.isInteger(at) && at > 0 ? { operation: 'fork', at } : undefined;
    }
    case 'cut': {
      const turns = turnsOf(query.get('turns') ?? '');
      return turns.length > 0 ? { operation: 'cut', turns, ...inPlace } : undefined;
    }
    case 'strip':
      return { operation: 'strip', preset: presetOf(query.get('preset')), ...keepLastOf(query), ...inPlace };
    case 'redact':
      return { operation: 'redact', ...inPlace };
    case 'repair':
      return { operation: 'repair', ...inPlace };
    default:
      return undefined;
  }
}

/** `3,5-9` or `3,5..9` as numbers; none when a part of it is not understood: another cut than was meant is worse. */
export function turnsOf(text: string): number[] {
  const numbers = new Set<number>();
  for (const part of partsOf(text)) {
    const range = rangeOf(part);
    if (!range) return [];
    for (let at = range.first; at <= range.last; at++) numbers.add(at);
  }
  return [...numbers].sort((a, b) => a - b);
}

/** What is to be said or said otherwise before there can be a plan. */
export function lackOf(query: URLSearchParams): string {
  if (query.get('op') === 'fork') {
    const at = (query.get('at') ?? '').trim();
    return at === ''
      ? 'Say above with which turn it ends.'
      : `“${at}” is not understood: write the number of one turn, as 3.`;
  }
  const wrong = partsOf(query.get('turns') ?? '').find((part) => !rangeOf(part));
  if (wrong === undefined) return 'Say above which turns.';
  return `“${wrong}” is not understood: write numbers of turns, from 1, and ranges from the lower to the higher, as 3, 5-9.`;
}

function partsOf(text: string): string[] {
  return text
    .replace(/(\d)\s*(-|\.\.)\s*(?=\d)/g, '$1$2')
    .split(/[\s,]+/)
    .filter(Boolean);
}

function rangeOf(part: string): { first: number; last: number } | undefined {
  const match = /^(\d{1,7})(?:(?:-|\.\.)(\d{1,7}))?$/.exec(part);
  if (!match) return undefined;
  const first = Number(match[1]);
  const last = Math.min(Number(match[2] ?? match[1]), first + 10_000);
  return first > 0 && last >= first ? { first, last } : undefined;
}

function presetOf(text: string | null): 'gentle' | 'standard' | 'hard' {
  return text === 'gentle' || text === 'hard' ? text : 'standard';
}

function keepLastOf(query: URLSearchParams): { keepLast?: number } {
  const keep = query.get('keep');
  return keep !== null && /^\d{1,5}$/.test(keep) ? { keepLast: Number(keep) } : {};
}
