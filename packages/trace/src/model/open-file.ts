import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { holdSession, openSession, type Room, readLines, type Session, sessionOf } from '@unspool/session';
import { unreadLines } from './unread-lines.js';

/** Sessions are mostly smaller. What is larger is held as its outline, and its content is read a second time. */
const HELD_WHOLE = 8 * 1024 * 1024;

/** As bytes they take far less. */
const HELD_RAW = 32 * 1024 * 1024;

/** How what was said is wanted: as strings, or as it stands in the file. */
export type Saying = 'read' | 'raw';

export interface Opening {
  saying: Saying;
  /** For files that are held raw. */
  room?: Room | undefined;
  /** Takes down how many lines of each file could not be read in full; files without such lines are not in it. */
  unread: Map<string, number>;
}

export function openFile(file: string, opening: Opening): Session {
  const session = openAsWanted(file, opening);
  const lines = unreadLines(session);
  if (lines > 0) opening.unread.set(file, lines);
  return session;
}

/** A session whose main file is gone is empty: its sub-agents may still be there. */
function openAsWanted(file: string, { saying, room }: Opening): Session {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return sessionOf([], basename(file, '.jsonl'));
  if (saying === 'raw' && size <= HELD_RAW) return holdSession(file, room);
  return size > HELD_WHOLE ? openSession(file) : sessionOf(readLines(file), basename(file, '.jsonl'));
}
