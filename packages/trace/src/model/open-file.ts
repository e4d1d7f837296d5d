import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { openSession, readLines, type Session, sessionOf } from '@unspool/session';

/** Sessions are mostly smaller. What is larger is held as its outline, and its content is read a second time. */
const HELD_WHOLE = 8 * 1024 * 1024;

/** A session whose main file is gone is empty: its sub-agents may still be there. */
export function openFile(file: string): Session {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return sessionOf([], basename(file, '.jsonl'));
  return size > HELD_WHOLE ? openSession(file) : sessionOf(readLines(file), basename(file, '.jsonl'));
}
