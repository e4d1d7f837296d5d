import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { holdSession, openSession, type Room, readLines, type Session, sessionOf } from '@unspool/session';

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
}

/** A session whose main file is gone is empty: its sub-agents may still be there. */
export function openFile(file: string, { saying, room }: Opening): Session {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return sessionOf([], basename(file, '.jsonl'));
  if (saying === 'raw' && size <= HELD_RAW) return holdSession(file, room);
  return size > HELD_WHOLE ? openSession(file) : sessionOf(readLines(file), basename(file, '.jsonl'));
}
