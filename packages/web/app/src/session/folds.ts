import { useSyncExternalStore } from '../shell/external.js';

/** The open folds of a session. They are kept for the tab, so that they survive a reload. */
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

  /** Forgets the state of single tools before all of them are opened or folded. */
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

/** Whether a fold is a sub-agent, a group of notes, or the lines before the first turn. See how rows are named. */
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
    // Storage is not allowed or damaged: all folds are closed.
    return [];
  }
}

function keep(key: string, names: string[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(names));
  } catch {
    // Storage is full or not allowed: folds do not survive a reload.
  }
}
