import type { LiveEvent } from './contract.js';

export interface StreamListener {
  onOpen: () => void;
  onEvent: (event: LiveEvent) => void;
  /** The stream broke, or timed out. It is closed already. */
  onLost: () => void;
}

/** The server sends a heartbeat every few seconds. If none comes for this long, it is frozen or gone. */
const TIMEOUT_MS = 12_000;

/** Events from the server, which watches the files of the given sessions. */
export class EventStream {
  readonly sessions: ReadonlySet<string>;
  isOpen = false;
  readonly #source: EventSource;
  readonly #listener: StreamListener;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(sessions: Iterable<string>, listener: StreamListener) {
    this.sessions = new Set(sessions);
    this.#listener = listener;
    const query = new URLSearchParams([...this.sessions].map((id) => ['session', id]));
    this.#source = new EventSource(`/api/events?${query}`);
    this.#source.onopen = () => {
      this.isOpen = true;
      this.#wait();
      listener.onOpen();
    };
    this.#source.onmessage = ({ data }) => {
      this.#wait();
      const event = read(data);
      if (event && event.type !== 'beat') listener.onEvent(event);
    };
    // The browser retries by itself, but not after every failure, and without showing it to the user.
    this.#source.onerror = () => this.#lose();
    this.#wait();
  }

  close(): void {
    clearTimeout(this.#silence);
    this.#source.close();
  }

  #wait(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), TIMEOUT_MS);
  }

  #lose(): void {
    this.close();
    this.#listener.onLost();
  }
}

function read(data: unknown): LiveEvent | undefined {
  try {
    return typeof data === 'string' ? (JSON.parse(data) as LiveEvent) : undefined;
  } catch {
    // A truncated event: the next one repeats it.
    return undefined;
  }
}
