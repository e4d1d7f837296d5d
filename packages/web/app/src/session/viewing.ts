import { useSyncExternalStore } from '../shell/external.js';

export interface View {
  /** First and last turn on screen. */
  first: number;
  last: number;
  /** Where the lines of the first and the last row on screen begin; null where a row is of no line. */
  from: number | null;
  to: number | null;
  /** The turn that keys act on. */
  current: number;
}

type Range = Omit<View, 'current'>;

/** Where the reader is. It changes with every scroll, so it is told apart from the page: only who shows it is drawn. */
export class Viewing {
  now: View = { first: 0, last: 0, from: null, to: null, current: 0 };
  #cursor: number | undefined;
  #next: Range | undefined;
  readonly #listeners = new Set<() => void>();

  /** Other turns came on screen. It is told after the frame they are drawn in. */
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

  /** A turn was gone to, or by undefined the reader moves freely again. */
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

/** Only the turn that keys act on: it changes less often than what is on screen. */
export function useCurrentTurn(viewing: Viewing): number {
  return useSyncExternalStore(viewing.subscribe, () => viewing.now.current);
}

export function useViewing(viewing: Viewing): View {
  return useSyncExternalStore(viewing.subscribe, () => viewing.now);
}
