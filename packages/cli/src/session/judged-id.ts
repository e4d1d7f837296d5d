import { basename, dirname } from 'node:path';
import { readLines } from '@unspool/session';
import { isSessionId } from '@unspool/session/locate';

const HEAD_LINES = 200;
/** For files that name no session: any id will do. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

/**
 * The id under which the client would look for a file. In a projects folder, that is its name. A copy elsewhere, with
 * another name, is judged by the id on its lines, because it has to be moved there before it can be resumed.
 */
export function judgedId(file: string): string {
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
