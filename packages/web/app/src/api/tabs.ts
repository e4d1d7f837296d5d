import type { LiveEvent } from './contract.js';

/** The messages between the tabs of a browser. */
export type TabMessage =
  /** Another tab became the leader and asks what the others show. */
  | { kind: 'lead' }
  | { kind: 'watch'; tab: string; session: string | null }
  | { kind: 'leave'; tab: string }
  /** The stream is open and sessions are watched: sent to the tab that asked, or to all after the stream was lost. */
  | { kind: 'here'; tab: string | null }
  | { kind: 'lost' }
  | { kind: 'event'; event: LiveEvent };

export interface TabListener {
  onLead: () => void;
  onMessage: (message: TabMessage) => void;
}

const NAME = 'unspool events';

/**
 * The visible tabs. One of them leads: it holds a lock, which the browser passes to another tab when this one is closed,
 * hidden or crashes. A browser without locks or channels lets every tab lead.
 */
export class Tabs {
  readonly #channel: BroadcastChannel | undefined;
  readonly #waiting = new AbortController();
  #release: () => void = () => undefined;

  constructor({ onLead, onMessage }: TabListener) {
    if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
      queueMicrotask(onLead);
      return;
    }
    this.#channel = new BroadcastChannel(NAME);
    this.#channel.onmessage = ({ data }) => onMessage(data as TabMessage);
    // If the tab was hidden meanwhile, it does not lead, even if the browser has granted the lock.
    const held = () => (this.#waiting.signal.aborted ? undefined : this.#hold(onLead));
    navigator.locks.request(NAME, { signal: this.#waiting.signal }, held).catch(() => undefined);
  }

  #hold(onLead: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#release = resolve;
      onLead();
    });
  }

  post(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  leave(): void {
    this.#waiting.abort();
    this.#release();
    this.#channel?.close();
  }
}
