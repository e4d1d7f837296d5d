import type { LiveEvent } from './contract.js';

/** What the tabs of one browser say to each other. */
export type Word =
  /** Another tab leads from now on: it wants to know what the others show. */
  | { kind: 'lead' }
  | { kind: 'watch'; tab: string; session: string | null }
  | { kind: 'leave'; tab: string }
  /** The stream is open, and sessions are watched: told to who asked, or to all after it was lost. */
  | { kind: 'here'; tab: string | null }
  | { kind: 'lost' }
  | { kind: 'event'; event: LiveEvent };

export interface TabListener {
  onLead: () => void;
  onWord: (word: Word) => void;
}

const NAME = 'unspool events';

/**
 * The tabs that are on a screen. One of them leads: it holds a lock that the browser gives to the next as soon as the
 * tab is closed, turned away from or has crashed. A browser without locks or channels lets every tab lead.
 */
export class Tabs {
  readonly #channel: BroadcastChannel | undefined;
  readonly #waiting = new AbortController();
  #release: () => void = () => undefined;

  constructor({ onLead, onWord }: TabListener) {
    if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
      queueMicrotask(onLead);
      return;
    }
    this.#channel = new BroadcastChannel(NAME);
    this.#channel.onmessage = ({ data }) => onWord(data as Word);
    // Turned away from before it was its turn: then it does not lead. The browser may have given the lock already.
    const held = () => (this.#waiting.signal.aborted ? undefined : this.#hold(onLead));
    navigator.locks.request(NAME, { signal: this.#waiting.signal }, held).catch(() => undefined);
  }

  #hold(onLead: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#release = resolve;
      onLead();
    });
  }

  say(word: Word): void {
    this.#channel?.postMessage(word);
  }

  leave(): void {
    this.#waiting.abort();
    this.#release();
    this.#channel?.close();
  }
}
