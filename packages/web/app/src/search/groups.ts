import type { SearchHit, SearchPage } from '../api/contract.js';

export interface Group {
  id: string;
  session: SearchPage['sessions'][string] | undefined;
  hits: SearchHit[];
}

/** Hits of one session together, sessions in the order of their best hit. */
export function groupsOf(page: SearchPage): Group[] {
  const groups = new Map<string, Group>();
  for (const hit of page.hits) {
    const group = groups.get(hit.id) ?? { id: hit.id, session: page.sessions[hit.id], hits: [] };
    group.hits.push(hit);
    groups.set(hit.id, group);
  }
  return [...groups.values()];
}

export function hitUrl(hit: SearchHit, q: string): string {
  const query = new URLSearchParams({ q, at: String(hit.byte) });
  if (hit.agentId !== null) query.set('agent', hit.agentId);
  return `/s/${encodeURIComponent(hit.id)}?${query}#t${hit.turn}`;
}
