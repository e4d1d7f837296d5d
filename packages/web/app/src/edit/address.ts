import { address, go, pageWith } from '../router/location.js';
import type { Operation } from './request.js';

/** The session with the edit panel open, at the turn and on the branch that are on screen. */
export function openEdit(id: string, operation?: Operation): void {
  go(withPath(`/s/${encodeURIComponent(id)}/edit`, { op: operation ?? null }));
}

export function closeEdit(id: string): void {
  go(withPath(`/s/${encodeURIComponent(id)}`, { op: null, turns: null, preset: null, keep: null, inplace: null }));
}

function withPath(path: string, changes: Record<string, string | null>): string {
  const query = pageWith({ at: null, ...changes }).split('?')[1];
  return `${path}${query ? `?${query}` : ''}${address().hash}`;
}
