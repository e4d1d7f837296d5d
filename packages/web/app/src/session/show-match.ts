import { rangesIn } from '../text/highlight-words.js';
import type { WindowHandle } from '../window/window-list.js';

const PAUSE = 80;
const MAX_TRIES = 40;
/** A match that needs more tries is not in this row. */
const MAX_OPENED = 4;
const CLOSED = '[aria-expanded="false"], details:not([open]) > summary';

/** Brings a match in a row onto the screen, and opens the folds it is in. The row may not be drawn, nor its text fetched yet. */
export function showMatch(key: string, words: string[], handle: WindowHandle): void {
  let tries = 0;
  let opened = 0;
  const again = () => setTimeout(step, PAUSE);
  const step = () => {
    // The list stops holding its position once the reader moves.
    if (tries++ > MAX_TRIES || words.length === 0 || !handle.isHeld()) return;
    const row = document.querySelector(`.turns [data-row="${CSS.escape(key)}"]`);
    if (!row) {
      again();
      return;
    }
    const [match] = rangesIn(row, words);
    const fold = match ? foldAround(match) : row.querySelector<HTMLElement>(CLOSED);
    if (fold && opened++ < MAX_OPENED) {
      fold.click();
      again();
    } else if (match) {
      handle.letGo();
      bring(match);
    } else again();
  };
  again();
}

/** A long text is in the document as a whole, but cut off after some lines. */
function foldAround({ startContainer }: Range): HTMLElement | null {
  const folded = startContainer.parentElement?.closest('.is-folded');
  return folded?.parentElement?.querySelector<HTMLElement>(':scope > [aria-expanded="false"]') ?? null;
}

/** Scrolls every box around the match that cuts it off, from the inside out. */
function bring(match: Range): void {
  for (let up = match.startContainer.parentElement; up; up = up.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(up).overflowY)) continue;
    const { top, bottom } = match.getBoundingClientRect();
    const box = up.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) up.scrollTop += (top + bottom - box.top - box.bottom) / 2;
  }
}
