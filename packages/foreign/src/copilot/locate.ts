import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter, Source } from '../contract/adapter.js';
import { foldersIn, sourcesIn } from '../read/files-in.js';
import { stampOf } from '../read/stamp.js';
import { WORKSPACE } from './workspace.js';

/**
 * `session-state/<session>/events.jsonl`. Older versions had one file per session in `session-state`, and the first ones in
 * `history-session-state`.
 */
export const locate: Adapter['locate'] = function* ({ env, home }, onProblem): Generator<Source> {
  const top = env.COPILOT_HOME ?? join(home, '.copilot');
  const folder = join(top, 'session-state');
  yield* sourcesIn(join(top, 'history-session-state'), ['.json'], onProblem);
  yield* sourcesIn(folder, ['.jsonl'], onProblem);
  for (const session of foldersIn(folder, onProblem)) {
    const file = join(session, 'events.jsonl');
    const stamp = existsSync(file) ? stampOf(file) : undefined;
    if (stamp !== undefined) yield { file, stamp: `${stamp} ${stampOf(join(session, WORKSPACE)) ?? ''}` };
  }
};
