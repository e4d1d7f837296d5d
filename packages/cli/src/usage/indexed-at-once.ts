import { configFolders } from '@unspool/session';
import { sweep } from '@unspool/store';
import type { Io } from '../io.js';
import { isTimeToArchive } from '../keep/archive-time.js';
import { KeptAnswer } from './kept-answer.js';
import type { PlainRequest } from './plain-report.js';

/** As `usageAtOnce`, of sessions that have an index. Undefined where the program has more to do, or something to say. */
export async function indexedAtOnce(request: PlainRequest, io: Io): Promise<number | undefined> {
  if (isTimeToArchive(io)) return undefined;
  const swept = sweep(configFolders(io.env, io.home));
  const kept = new KeptAnswer(request, swept, io);
  const said = kept.said();
  if (!said) return (await import('./new-answer.js')).newAnswer(request, { swept, kept }, io);
  io.outBytes(said);
  return 0;
}
