import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { openSession, readLines, type Session } from '@unspool/session';
import { sessionOf } from '@unspool/session/model';
import { unreadLines } from './unread-lines.js';

/** Smaller sessions, which most are, stay in memory. Of larger ones only nodes do, and content is read when needed. */
const HELD_WHOLE = 8 * 1024 * 1024;

/** How many lines of each file could not be read in full. Files without such lines are not listed. */
export type Unread = Map<string, number>;

export function openFile(file: string, unread: Unread): Session {
  const session = openBySize(file);
  const lines = unreadLines(session);
  if (lines > 0) unread.set(file, lines);
  return session;
}

/** A session without a main file is empty, but its sub-agents may still exist. */
function openBySize(file: string): Session {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return sessionOf([], basename(file, '.jsonl'));
  return size > HELD_WHOLE ? openSession(file) : sessionOf(readLines(file), basename(file, '.jsonl'));
}
