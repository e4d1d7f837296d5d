import type { LiveEvent } from './contract.js';

export interface StreamListener {
  onOpen: () => void;
  onEvent: (event: LiveEvent) => void;
  /** It broke, or nothing came for so long that the server must have stopped. It is closed. */
  onLost: () => void;
}

/** The server says something every few seconds. Who is silent for so long is frozen, or gone without a word. */
const PATIENCE = 12_000;

/** Events that the server sends. It watches the files of the sessions that are named, because they are on screen. */
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
    // The browser retries by itself, but not after every failure, and without telling the reader.
    this.#source.onerror = () => this.#lose();
    this.#wait();
  }

  close(): void {
    clearTimeout(this.#silence);
    this.#source.close();
  }

  #wait(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), PATIENCE);
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
