import { useSyncExternalStore } from '../shell/external.js';

/** Which folds of a session are open. Kept for the tab, so that a reload finds the page as it was left. */
export class Folds {
  readonly #key: string;
  #open: Set<string>;
  #listeners = new Set<() => void>();
  version = 0;

  constructor(sessionId: string) {
    this.#key = `folds ${sessionId}`;
    this.#open = new Set(stored(this.#key));
  }

  has(name: string): boolean {
    return this.#open.has(name);
  }

  toggle(name: string): void {
    this.set([name], !this.#open.has(name));
  }

  /** Whoever opens or folds all tools at once starts from all of them folded, or open. */
  forgetTools(): void {
    this.set(
      [...this.#open].filter((name) => !isOther(name)),
      false,
    );
  }

  set(names: string[], isOpen: boolean): void {
    for (const name of names) {
      if (isOpen) this.#open.add(name);
      else this.#open.delete(name);
    }
    this.version++;
    keep(this.#key, [...this.#open].slice(-500));
    for (const listener of [...this.#listeners]) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** A sub-agent, a group of quiet lines, what stands before the first turn: see how rows name them. */
function isOther(name: string): boolean {
  return /@[^:]*$|\+$|preamble$/.test(name);
}

export function useFolds(folds: Folds): number {
  return useSyncExternalStore(folds.subscribe, () => folds.version);
}

function stored(key: string): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    // Storage may be forbidden or damaged: all folds are closed then.
    return [];
  }
}

function keep(key: string, names: string[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(names));
  } catch {
    // Full or forbidden: the folds are forgotten with the page.
  }
}
