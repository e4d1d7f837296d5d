import { useCallback, useRef, useState } from 'preact/hooks';
import type { TurnOutline } from '../api/contract.js';
import { turnsOf } from '../edit/request.js';
import { address } from '../router/location.js';

export interface Selection {
  selected: Set<number>;
  select: (turn: number, range: boolean) => void;
  selectRange: (first: number, last: number) => void;
  clear: () => void;
}

/** The turns selected in the margin or on the tape. An address can name the initial selection. */
export function useSelection(turns: TurnOutline[]): Selection {
  const [selected, set] = useState<Set<number>>(() => new Set(turnsOf(address().query.get('turns') ?? '')));
  const last = useRef<number | undefined>(undefined);
  const known = useRef(turns);
  known.current = turns;
  const between = (a: number, b: number) =>
    known.current.map(({ number }) => number).filter((number) => number >= Math.min(a, b) && number <= Math.max(a, b));
  const select = useCallback((turn: number, range: boolean) => {
    set((was) => {
      const next = new Set(was);
      if (range && last.current !== undefined) for (const number of between(last.current, turn)) next.add(number);
      else if (next.has(turn)) next.delete(turn);
      else next.add(turn);
      last.current = turn;
      return next;
    });
  }, []);
  const selectRange = useCallback((first: number, end: number) => set(new Set(between(first, end))), []);
  const clear = useCallback(() => set(new Set()), []);
  return { selected, select, selectRange, clear };
}
