import { useSyncExternalStore } from '../shell/external.js';

/**
 * `gone`: there is no server. `silent`: there is one but it does not answer, so it is suspended or overloaded.
 * `locked`: a server answers but does not know this browser, so it was restarted.
 */
export type Connection = 'here' | 'gone' | 'silent' | 'locked';

const RETRY_MS = 1500;
const RECHECK_MS = 300;
/** A healthy server returns its state within a few milliseconds. */
const TIMEOUT_MS = 4000;
let connection: Connection = 'here';
let checking: Promise<void> | undefined;
const listeners = new Set<() => void>();
const returned = new Set<() => void>();

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}

/** Calls back when the server answers again after an outage. */
export function onReturn(listener: () => void): () => void {
  returned.add(listener);
  return () => returned.delete(listener);
}

/** Call when a request got no answer. Polls the server until it answers. */
export function lookForServer(): Promise<void> {
  checking ??= checkUntilBack().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function checkUntilBack(): Promise<void> {
  let wasAway = false;
  for (;;) {
    const found = await check();
    if (found !== connection) setConnection(found);
    if (found === 'here') break;
    wasAway = true;
    await pause(RETRY_MS);
    await untilVisible();
  }
  if (wasAway) for (const listener of [...returned]) listener();
}

/** Requests also fail while the browser leaves the page, so only a second failure means that the server is gone. */
async function check(): Promise<Connection> {
  const first = await checkOnce();
  return first === 'here' || first === 'locked' ? first : pause(RECHECK_MS).then(checkOnce);
}

async function checkOnce(): Promise<Connection> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status } = await fetch('/api/state', { credentials: 'same-origin', cache: 'no-store', signal });
    return status === 401 ? 'locked' : 'here';
  } catch (error) {
    // The connection was refused or cut off, or timed out.
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'silent' : 'gone';
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A hidden page waits until it is visible. */
function untilVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }));
}

function setConnection(next: Connection): void {
  connection = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
