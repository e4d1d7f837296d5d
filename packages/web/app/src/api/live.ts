import { useEffect } from 'preact/hooks';
import type { LiveEvent } from './contract.js';

const listeners = new Set<(event: LiveEvent) => void>();
let source: EventSource | undefined;
let session: string | null = null;

/** Calls back on what the server tells by itself: the list changed, a session grew, the index moved on. */
export function useLive(listener: (event: LiveEvent) => void): void {
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
  source?.close();
  connect();
}

function connect(): void {
  if (source && source.readyState !== EventSource.CLOSED) return;
  source = new EventSource(`/api/events${session === null ? '' : `?session=${encodeURIComponent(session)}`}`);
  source.onmessage = ({ data }) => {
    const event = read(data);
    if (event) for (const listener of [...listeners]) listener(event);
  };
}

function read(data: unknown): LiveEvent | undefined {
  try {
    return typeof data === 'string' ? (JSON.parse(data) as LiveEvent) : undefined;
  } catch {
    // A cut event: the next one says the same.
    return undefined;
  }
}
