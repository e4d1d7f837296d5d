import { existsSync, readdirSync } from 'node:fs';
import { isDamaged, readEntry } from './journal-damage.js';

/** A session that an edit, `unpack` or `restore` made. */
export interface MadeSession {
  /** Milliseconds. */
  at: number;
  /** The session file that it is a copy of. */
  from: string | undefined;
}

/** Sessions that the journal in this folder says were made, by file. Those that were undone are left out. */
export function madeSessions(journal: string): Map<string, MadeSession> {
  const made = new Map<string, MadeSession>();
  if (!existsSync(journal)) return made;
  for (const id of readdirSync(journal).sort()) {
    const entry = readEntry(journal, id);
    if (!entry || isDamaged(entry) || entry.kind !== 'created' || entry.isUndone) continue;
    made.set(entry.file, { at: Date.parse(entry.at), from: entry.from });
  }
  return made;
}
