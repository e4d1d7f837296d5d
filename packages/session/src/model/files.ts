import { writesFile } from '../tools/facts.js';
import { callsOf, type Turn } from './turn.js';

/** What happened to a file in a turn or a session. */
export interface FileTouched {
  file: string;
  reads: number;
  writes: number;
}

/** Returns the files that calls read or wrote. Failed calls do not count. */
export function filesTouched(turns: readonly Turn[]): FileTouched[] {
  const files = new Map<string, FileTouched>();
  for (const call of turns.flatMap(callsOf)) {
    if (call.file === undefined || call.result?.isError) continue;
    const touched = files.get(call.file) ?? { file: call.file, reads: 0, writes: 0 };
    files.set(call.file, touched);
    if (writesFile(call.name)) touched.writes++;
    else touched.reads++;
  }
  return [...files.values()];
}
