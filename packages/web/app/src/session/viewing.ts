import { useSyncExternalStore } from '../shell/external.js';

export interface View {
  /** First and last turn on screen. */
  first: number;
  last: number;
  /** The turn that keys act on. */
  current: number;
}

/** Where the reader is. It changes with every scroll, so it is told apart from the page: only who shows it is drawn. */
export class Viewing {
  now: View = { first: 0, last: 0, current: 0 };
  #cursor: number | undefined;
  #next: { first: number; last: number } | undefined;
  readonly #listeners = new Set<() => void>();

  /** Other turns came on screen. It is told after the frame they are drawn in. */
  see(first: number, last: number): void {
    const isPlanned = this.#next !== undefined;
    this.#next = { first, last };
    if (isPlanned) return;
    setTimeout(() => {
      const { first: from, last: to } = this.#next ?? this.now;
      this.#next = undefined;
      this.#set(from, to);
    });
  }

  /** A turn was gone to, or by undefined the reader moves freely again. */
  point(cursor: number | undefined): void {
    this.#cursor = cursor;
    this.#set(this.now.first, this.now.last);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(first: number, last: number): void {
    const current = this.#cursor ?? first;
    const { now } = this;
    if (now.first === first && now.last === last && now.current === current) return;
    this.now = { first, last, current };
    for (const listener of [...this.#listeners]) listener();
  }
}

export function useViewing(viewing: Viewing): View {
  return useSyncExternalStore(viewing.subscribe, () => viewing.now);
}
