import { basename, dirname } from 'node:path';
import { readLines } from '@unspool/session';
import { isSessionId } from '@unspool/session/locate';
import type { Io } from '../io.js';
import { agentOfCopy } from './folders.js';

const HEAD_LINES = 200;
/** For files that name no session of Claude Code: any id will do. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

/**
 * The id under which the client would look for a file. In a projects folder, that is its name. A copy elsewhere, with
 * another name, is judged by the id on its lines, because it has to be moved there before it can be resumed. Given `io`,
 * a copy of another agent's session is not judged by its id: it is continued under a new one.
 */
export function judgedId(file: string, io?: Io): string {
  if (io && agentOfCopy(file, io) !== undefined) return ANY_ID;
  const name = basename(file, '.jsonl');
  if (isSessionId(name) || basename(dirname(dirname(file))) === 'projects') return name;
  return idOnLines(file) ?? ANY_ID;
}

function idOnLines(file: string): string | undefined {
  let count = 0;
  for (const line of readLines(file)) {
    for (const object of line.objects) if (typeof object['sessionId'] === 'string') return object['sessionId'];
    if (++count >= HEAD_LINES) return undefined;
  }
  return undefined;
}
