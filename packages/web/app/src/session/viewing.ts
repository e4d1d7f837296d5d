import { useSyncExternalStore } from '../shell/external.js';

export interface View {
  /** The first and last turn on screen. */
  first: number;
  last: number;
  /** The offsets of the lines of the first and last row on screen; null for rows that have no line. */
  from: number | null;
  to: number | null;
  /** The turn that keys act on. */
  current: number;
}

type Range = Omit<View, 'current'>;

/** The reader's position. It changes with every scroll, so it is kept apart from the page: only what shows it is redrawn. */
export class Viewing {
  now: View = { first: 0, last: 0, from: null, to: null, current: 0 };
  #cursor: number | undefined;
  #next: Range | undefined;
  readonly #listeners = new Set<() => void>();

  /** Notes which turns are on screen. Listeners are called after the frame in which they are drawn. */
  see(range: Range): void {
    const isPlanned = this.#next !== undefined;
    this.#next = range;
    if (isPlanned) return;
    setTimeout(() => {
      const next = this.#next ?? this.now;
      this.#next = undefined;
      this.#set(next);
    });
  }

  /** Notes the turn that was jumped to; undefined when the reader scrolls freely again. */
  point(cursor: number | undefined): void {
    this.#cursor = cursor;
    this.#set(this.now);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set({ first, last, from, to }: Range): void {
    const current = this.#cursor ?? first;
    const { now } = this;
    const isSame = now.first === first && now.last === last && now.from === from && now.to === to;
    if (isSame && now.current === current) return;
    this.now = { first, last, from, to, current };
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The turn that keys act on. It changes less often than the turns on screen. */
export function useCurrentTurn(viewing: Viewing): number {
  return useSyncExternalStore(viewing.subscribe, () => viewing.now.current);
}

export function useViewing(viewing: Viewing): View {
  return useSyncExternalStore(viewing.subscribe, () => viewing.now);
}
