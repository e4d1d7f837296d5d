import type { TurnOutline } from '../api/contract.js';
import { asRequestError } from '../api/resource.js';
import { useKeys } from '../keys/keys.js';
import { neighbour } from '../list/order.js';
import { go } from '../router/location.js';
import { sessionUrl } from '../router/route.js';
import { showToast } from '../shell/toast.js';
import type { Folds } from './folds.js';
import type { Row } from './rows.js';
import type { Selection } from './selection.js';
import type { Viewing } from './viewing.js';

interface Options {
  id: string;
  turns: TurnOutline[];
  viewing: Viewing;
  jump: (turn: number) => void;
  folds: Folds;
  rows: Row[];
  selection: Selection;
  /** Closes the edit panel, or selects nothing. */
  close: () => void;
  toEnd: () => void;
  toggleTools: () => void;
}

export function useSessionKeys({
  id,
  turns,
  viewing,
  jump,
  folds,
  rows,
  selection,
  close,
  toEnd,
  toggleTools,
}: Options): void {
  const step = (by: number) => {
    const at = turns.findIndex(({ number }) => number === viewing.now.current);
    const next = turns[Math.min(turns.length - 1, Math.max(0, at + by))];
    if (next) jump(next.number);
  };
  const session = async (by: number) => {
    try {
      const next = await neighbour(id, by);
      if (next) go(sessionUrl(next));
      else showToast(by > 0 ? 'This is the last session of the list.' : 'This is the first session of the list.');
    } catch (error) {
      showToast(asRequestError(error).message);
    }
  };
  const group = 'Reading';
  useKeys([
    { keys: ['j'], does: 'Next turn', group, run: () => step(1), isHidden: true },
    { keys: ['k'], does: 'Previous turn', group, run: () => step(-1), isHidden: true },
    { keys: ['J', ']'], does: 'Next session', group, run: () => void session(1) },
    { keys: ['K', '['], does: 'Previous session', group, run: () => void session(-1) },
    {
      keys: ['o'],
      does: 'Open or close what is folded in this turn',
      group,
      run: () => toggleTurn(rows, viewing.now.current, folds),
    },
    { keys: ['t'], does: 'All tools open, or folded', group, run: toggleTools },
    { keys: ['x'], does: 'Select this turn', group, run: () => selection.select(viewing.now.current, false) },
    { keys: ['G'], does: 'Go to the end', group, run: toEnd },
    { keys: ['Escape'], does: 'Close the edit, or select nothing', group, run: close, isHidden: true },
  ]);
}

/** Opens what is closed; if nothing is, closes everything. The contents of a run follow the run. */
function toggleTurn(rows: Row[], turn: number, folds: Folds): void {
  const own = rows.filter((row) => row.turn === turn && row.depth === 0).filter(isFolded);
  const closed = own.filter(({ isOpen }) => !isOpen);
  for (const { fold } of closed.length > 0 ? closed : own) folds.toggle(fold);
}

function isFolded(row: Row): row is Extract<Row, { type: 'run' | 'work' | 'tool' | 'quiet' }> {
  return row.type === 'run' || row.type === 'work' || ((row.type === 'tool' || row.type === 'quiet') && !row.isInRun);
}
