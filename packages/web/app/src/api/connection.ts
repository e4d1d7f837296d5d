import { useSyncExternalStore } from '../shell/external.js';

/**
 * `gone`: there is no server. `silent`: there is one that does not answer, so it is halted or has far too much to do.
 * `locked`: a server answers that does not know this browser, so it was restarted.
 */
export type Connection = 'here' | 'gone' | 'silent' | 'locked';

const AGAIN = 1500;
const TWICE = 300;
/** The state is asked for and given in a few milliseconds. */
const PATIENCE = 4000;
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

/** A page that is being left gets no answers either, so only a second failure means that the server is gone. */
async function ask(): Promise<Connection> {
  const first = await answerNow();
  return first === 'here' || first === 'locked' ? first : pause(TWICE).then(answerNow);
}

async function answerNow(): Promise<Connection> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const { status } = await fetch('/api/state', { credentials: 'same-origin', cache: 'no-store', signal });
    return status === 401 ? 'locked' : 'here';
  } catch (error) {
    // Refused or cut off, or no word in time: that is the answer.
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'silent' : 'gone';
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A hidden page waits until it is visible. */
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
