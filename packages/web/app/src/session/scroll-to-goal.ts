import { address } from '../router/location.js';
import { wordsOf } from '../text/query-words.js';
import type { WindowHandle } from '../window/window-list.js';
import type { Folds } from './folds.js';
import { type Goal, rowFor } from './goal.js';
import type { Row } from './rows.js';
import { showMatch } from './show-match.js';

/** Scrolls to the target as far as it is loaded, and opens the folds that contain it. */
export function scrollToGoal(
  rows: Row[],
  goal: { current: Goal | undefined },
  handle: WindowHandle | undefined,
  folds: Folds,
): void {
  const wanted = goal.current;
  if (!wanted || !handle) return;
  const target = rowFor(rows, wanted);
  if (!target) return;
  const row = rows.find(({ key }) => key === target.key);
  if (
    wanted.byte !== null &&
    !wanted.isAside &&
    row &&
    (row.type === 'run' || row.type === 'work' || row.type === 'tool') &&
    !row.isOpen
  ) {
    folds.toggle(row.fold);
    return;
  }
  handle.scrollTo(target.key, target.offset);
  if (!target.isFinal) return;
  goal.current = undefined;
  if (wanted.byte !== null && !wanted.isAside && row?.type !== 'turn')
    showMatch(target.key, wordsOf(address().query.get('q') ?? ''), handle);
}
