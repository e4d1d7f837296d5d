import { scanList } from '@unspool/session';
import type { SearchResult } from '@unspool/store';
import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';

/** Adds the titles of sessions to hits that were found without the index, which knows them. */
export function addTitles(result: SearchResult, io: Io): void {
  const untitled = result.hits.filter(({ title }) => title === undefined);
  if (untitled.length === 0) return;
  const files = new Map<string, string>();
  for (const { sessionId, file, hasMain } of allSessions(io).sessions) if (hasMain) files.set(sessionId, file);
  const titles = new Map<string, string | undefined>();
  for (const hit of untitled) {
    const file = files.get(hit.sessionId);
    if (file === undefined) continue;
    if (!titles.has(file)) titles.set(file, titleIn(file));
    hit.title = titles.get(file);
  }
}

/** A file that has just become unreadable has no title. */
function titleIn(file: string): string | undefined {
  try {
    return scanList({ main: file, agents: [] }).title.text;
  } catch {
    return undefined;
  }
}
