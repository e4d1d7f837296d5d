import { useEffect } from 'preact/hooks';
import { lookForServer, onReturn } from './connection.js';
import type { LiveEvent } from './contract.js';

/** `missed`: nobody listened for a while, so the session on screen may be another than the page knows. */
export type News = LiveEvent | { type: 'missed'; id: string };

const listeners = new Set<(event: News) => void>();
/** A server that answers all but the stream is not asked for it without a pause. */
const SOON = 500;
let source: EventSource | undefined;
let session: string | null = null;
/** There was a stream before, so something may have happened since. */
let hasMissed = false;

/** Calls back on what the server tells by itself: the list changed, a session grew, the index moved on. */
export function useLive(listener: (event: News) => void): void {
  useEffect(() => {
    listeners.add(listener);
    connect();
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
}

/** The session on screen: the server tells of it within a second. */
export function watchSession(id: string | null): void {
  if (id === session) return;
  session = id;
  disconnect();
  connect();
}

/**
 * A browser opens six connections to one server, for all tabs together, and a stream holds one of them: a tab that
 * nobody sees has none. When it is looked at again, everything in it is brought up to date.
 */
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) connect();
  else if (source) {
    disconnect();
    hasMissed = true;
  }
});
onReturn(() => {
  hasMissed = true;
  disconnect();
  connect();
});

function connect(): void {
  if (source || listeners.size === 0) return;
  if (document.hidden) {
    hasMissed = true;
    return;
  }
  source = new EventSource(`/api/events${session === null ? '' : `?session=${encodeURIComponent(session)}`}`);
  source.onmessage = ({ data }) => {
    const event = read(data);
    if (event) tell(event);
  };
  // The browser tries again by itself, but not after every fault, and it says nothing to the reader.
  source.onerror = () => {
    disconnect();
    hasMissed = true;
    void lookForServer().then(() => setTimeout(connect, SOON));
  };
  source.onopen = () => {
    if (!hasMissed) return;
    hasMissed = false;
    tell({ type: 'list' });
    if (session !== null) tell({ type: 'missed', id: session });
  };
}

function disconnect(): void {
  source?.close();
  source = undefined;
}

function tell(event: News): void {
  for (const listener of [...listeners]) listener(event);
}

function read(data: unknown): LiveEvent | undefined {
  try {
    return typeof data === 'string' ? (JSON.parse(data) as LiveEvent) : undefined;
  } catch {
    // A cut event: the next one says the same.
    return undefined;
  }
}
