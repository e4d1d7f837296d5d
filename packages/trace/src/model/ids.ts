import { hash } from 'node:crypto';

/**
 * What an id is derived from. A copied line keeps its message id and its time, but may get a new uuid and session, so ids
 * use the first two wherever they are known. Some proxies give every reply the same message id; the time distinguishes
 * those.
 */
export interface Identity {
  /** A message id, a call's id, an agent's id, a kind of event. */
  key: string;
  /** Milliseconds; NaN when the line has no time. */
  time: number;
  /** Makes the key unique if there is no time. */
  scope: string;
}

export function traceIdOf(identity: Identity): string {
  return digest('trace', identity).slice(0, 32);
}

/** Independent of the trace's id, so that a reply in a partly copied turn keeps its id and is stored once. */
export function spanIdOf(kind: string, identity: Identity): string {
  return digest(kind, identity).slice(0, 16);
}

function digest(kind: string, { key, time, scope }: Identity): string {
  const where = Number.isNaN(time) ? `in ${scope}` : `at ${time}`;
  return hash('sha256', JSON.stringify(['unspool', kind, key, where]));
}
