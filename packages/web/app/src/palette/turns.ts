import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TurnOutline } from '../api/contract.js';

/** The turns of the session on screen, and how to go to one. */
export interface OfferedTurns {
  turns: readonly TurnOutline[];
  jump: (turn: number) => void;
}

let offered: { current: OfferedTurns } | undefined;

/** Offers turns to the command palette while the component is on screen. */
export function useOfferedTurns(turns: OfferedTurns): void {
  const latest = useRef(turns);
  latest.current = turns;
  useLayoutEffect(() => {
    offered = latest;
    return () => {
      if (offered === latest) offered = undefined;
    };
  }, []);
}

export function offeredTurns(): OfferedTurns | undefined {
  return offered?.current;
}
