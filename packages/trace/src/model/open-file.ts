import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { openSession, readLines, type Session, sessionOf } from '@unspool/session';

/** Sessions are mostly smaller. What is larger is held as its outline, and its content is read a second time. */
const HELD_WHOLE = 8 * 1024 * 1024;

export function openFile(file: string): Session {
  return statSync(file).size > HELD_WHOLE ? openSession(file) : sessionOf(readLines(file), basename(file, '.jsonl'));
}
