import { address, go, pageWith, replace, withQuery } from '../router/location.js';
import { callsIn, type Operation } from './request.js';

/** The session with the edit panel open, at the turn and on the branch that are on screen. */
export function openEdit(id: string, operation?: Operation): void {
  go(withPath(`/s/${encodeURIComponent(id)}/edit`, { op: operation ?? null }));
}

/** Adds a call to those that are stripped, or takes it away. Opens the panel if it is not open. */
export function toggleStripped(id: string, callId: string): void {
  const { path, query } = address();
  const chosen = new Set(callsIn(query));
  if (!chosen.delete(callId)) chosen.add(callId);
  const calls = [...chosen].join();
  if (path.endsWith('/edit')) replace(withQuery({ op: 'strip', calls }));
  else go(withPath(`/s/${encodeURIComponent(id)}/edit`, { op: 'strip', calls }));
}

const SETTINGS = ['op', 'turns', 'preset', 'keep', 'inplace', 'calls', 'part'];

export function closeEdit(id: string): void {
  go(withPath(`/s/${encodeURIComponent(id)}`, Object.fromEntries(SETTINGS.map((name) => [name, null]))));
}

function withPath(path: string, changes: Record<string, string | null>): string {
  const query = pageWith({ at: null, ...changes }).split('?')[1];
  return `${path}${query ? `?${query}` : ''}${address().hash}`;
}
