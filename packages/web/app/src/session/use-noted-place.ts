import { useEffect, useRef } from 'preact/hooks';
import { noteHash } from '../router/location.js';
import type { WindowHandle } from '../window/window-list.js';
import { type Goal, leave } from './goal.js';
import type { View, Viewing } from './viewing.js';

interface Options {
  viewing: Viewing;
  path: string;
  /** By which the place is kept. */
  pageName: string;
  /** Whether the address is still that of this page. */
  isAddressed: () => boolean;
  goal: { current: Goal | undefined };
  handle: { current: WindowHandle | undefined };
  isElsewhere: (turn: number) => boolean;
}

/** Once the reader stays, the address names the turn on screen, and the row at the top is kept for who comes back. */
export function useNotedPlace({ viewing, path, pageName, isAddressed, goal, handle, isElsewhere }: Options): void {
  const elsewhere = useRef(isElsewhere);
  elsewhere.current = isElsewhere;
  const note = () => {
    // Gone to another page or branch, which is not drawn yet: its address is not ours to note in.
    if (viewing.now.first === 0 || goal.current || !isAddressed()) return;
    const isOnScreen = isSeen(viewing.now) && !elsewhere.current(viewing.now.current);
    // What was gone to is not there yet: rows above it are still being measured.
    if (!isOnScreen && handle.current?.isHeld()) return;
    // A turn that was gone to stays in the address while it is on screen, be it at the top or not.
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
