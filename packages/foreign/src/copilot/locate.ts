import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter, Source } from '../contract/adapter.js';
import { foldersIn, sourcesIn } from '../read/files-in.js';
import { stampOf } from '../read/stamp.js';
import { WORKSPACE } from './workspace.js';

/** `session-state/<session>/events.jsonl`. The first versions had one file per session in `session-state`. */
export const locate: Adapter['locate'] = function* ({ env, home }, onProblem): Generator<Source> {
  const folder = join(env.COPILOT_HOME ?? join(home, '.copilot'), 'session-state');
  yield* sourcesIn(folder, ['.jsonl'], onProblem);
  for (const session of foldersIn(folder, onProblem)) {
    const file = join(session, 'events.jsonl');
    const stamp = existsSync(file) ? stampOf(file) : undefined;
    if (stamp !== undefined) yield { file, stamp: `${stamp} ${stampOf(join(session, WORKSPACE)) ?? ''}` };
  }
};
