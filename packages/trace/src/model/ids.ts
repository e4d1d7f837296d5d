import { hash } from 'node:crypto';

/**
 * What an id is made of. Copies of a line keep its model's id and its time but may get a new uuid and stand in another
 * session, so the first two decide wherever they are known. Some proxies give every reply the same id: the time tells
 * those apart.
 */
export interface Identity {
  /** A message id, a call's id, an agent's id, a kind of event. */
  key: string;
  /** Milliseconds; NaN when the line has no time. */
  time: number;
  /** What makes the key unique when there is no time. */
  scope: string;
}

export function traceIdOf(identity: Identity): string {
  return digest('trace', identity).slice(0, 32);
}

/** Not made from the trace's id: a reply that a part of a turn was copied with keeps its id, and is stored once. */
export function spanIdOf(kind: string, identity: Identity): string {
  return digest(kind, identity).slice(0, 16);
}

function digest(kind: string, { key, time, scope }: Identity): string {
  const where = Number.isNaN(time) ? `in ${scope}` : `at ${time}`;
  return hash('sha256', JSON.stringify(['unspool', kind, key, where]));
}
