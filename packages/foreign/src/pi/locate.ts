import { join } from 'node:path';
import type { Adapter, Source } from '../contract/adapter.js';
import { foldersIn, sourcesIn } from '../read/files-in.js';

/** One folder per project in the agent's folder. A user-defined folder may hold the files directly. */
export const locate: Adapter['locate'] = function* ({ env, home }, onProblem): Generator<Source> {
  const folder =
    env.PI_CODING_AGENT_SESSION_DIR ?? join(env.PI_CODING_AGENT_DIR ?? join(home, '.pi/agent'), 'sessions');
  yield* sourcesIn(folder, ['.jsonl'], onProblem);
  for (const project of foldersIn(folder, onProblem)) yield* sourcesIn(project, ['.jsonl'], onProblem);
};
