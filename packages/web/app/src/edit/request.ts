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

/** `3,5-9` or `3,5..9` as numbers. */
export function turnsOf(text: string): number[] {
  const numbers = new Set<number>();
  for (const part of text.split(/[\s,]+/)) {
    const match = /^(\d{1,7})(?:(?:-|\.\.)(\d{1,7}))?$/.exec(part);
    if (!match) continue;
    const first = Number(match[1]);
    const last = Math.min(Number(match[2] ?? match[1]), first + 10_000);
    for (let at = first; at <= last; at++) if (at > 0) numbers.add(at);
  }
  return [...numbers].sort((a, b) => a - b);
}

function presetOf(text: string | null): 'gentle' | 'standard' | 'hard' {
  return text === 'gentle' || text === 'hard' ? text : 'standard';
}

function keepLastOf(query: URLSearchParams): { keepLast?: number } {
  const keep = query.get('keep');
  return keep !== null && /^\d{1,5}$/.test(keep) ? { keepLast: Number(keep) } : {};
}
