import { useEffect, useRef } from 'preact/hooks';
import { noteHash } from '../router/location.js';
import type { WindowHandle } from '../window/window-list.js';
import { type Goal, leave } from './goal.js';
import type { View, Viewing } from './viewing.js';

interface Options {
  viewing: Viewing;
  path: string;
  /** The name under which the position is kept. */
  pageName: string;
  /** Whether the address still belongs to this page. */
  isAddressed: () => boolean;
  goal: { current: Goal | undefined };
  handle: { current: WindowHandle | undefined };
  isElsewhere: (turn: number) => boolean;
}

/** When scrolling stops, records the turn in the address, and the top row so that a later visit starts there. */
export function useNotedPlace({ viewing, path, pageName, isAddressed, goal, handle, isElsewhere }: Options): void {
  const elsewhere = useRef(isElsewhere);
  elsewhere.current = isElsewhere;
  const note = () => {
    // The address already belongs to another page or branch that is not drawn yet.
    if (viewing.now.first === 0 || goal.current || !isAddressed()) return;
    const isOnScreen = isSeen(viewing.now) && !elsewhere.current(viewing.now.current);
    // The target is not on screen yet: rows above it are still being measured.
    if (!isOnScreen && handle.current?.isHeld()) return;
    // The turn that was jumped to stays in the address while it is on screen.
    const turn = isOnScreen ? viewing.now.current : viewing.now.first;
    const anchor = handle.current?.anchor();
    noteHash(`#t${turn}`);
    if (anchor) leave(pageName, { turn, ...anchor });
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = viewing.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(note, 200);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [viewing, path, pageName]);
}

function isSeen({ first, last, current }: View): boolean {
  return current >= first && current <= last;
}
