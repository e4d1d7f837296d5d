import { useSyncExternalStore } from '../shell/external.js';

/** `gone`: nobody answers. `locked`: a server answers that does not know this browser, so it was started anew. */
export type Connection = 'here' | 'gone' | 'locked';

const AGAIN = 1500;
const TWICE = 300;
let connection: Connection = 'here';
let looking: Promise<void> | undefined;
const listeners = new Set<() => void>();
const returned = new Set<() => void>();

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}

/** Calls back when the server answers again after it did not. */
export function onReturn(listener: () => void): () => void {
  returned.add(listener);
  return () => returned.delete(listener);
}

/** Something got no answer: looks whether the server is there, until it is. */
export function lookForServer(): Promise<void> {
  looking ??= look().finally(() => {
    looking = undefined;
  });
  return looking;
}

async function look(): Promise<void> {
  let wasAway = false;
  for (;;) {
    const found = await ask();
    if (found !== connection) change(found);
    if (found === 'here') break;
    wasAway = true;
    await pause(AGAIN);
    await inView();
  }
  if (wasAway) for (const listener of [...returned]) listener();
}

/** A page that is being left gets no answers either: only who is asked twice and says nothing is gone. */
async function ask(): Promise<Connection> {
  const status = (await statusNow()) ?? (await pause(TWICE).then(statusNow));
  if (status === undefined) return 'gone';
  return status === 401 ? 'locked' : 'here';
}

async function statusNow(): Promise<number | undefined> {
  try {
    return (await fetch('/api/state', { credentials: 'same-origin' })).status;
  } catch {
    // Refused or cut off: that is the answer.
    return undefined;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Nobody looks at a hidden page: it waits until somebody does. */
function inView(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }));
}

function change(next: Connection): void {
  connection = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
