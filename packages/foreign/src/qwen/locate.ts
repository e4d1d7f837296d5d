import { join } from 'node:path';
import type { Adapter, Source } from '../contract/adapter.js';
import { foldersIn, sourcesIn } from '../read/files-in.js';

/** `projects/<project>/chats`, and `subagents/<session>` next to it. */
export const locate: Adapter['locate'] = function* ({ env, home }, onProblem): Generator<Source> {
  const folder = join(env.QWEN_RUNTIME_DIR ?? env.QWEN_HOME ?? join(home, '.qwen'), 'projects');
  for (const project of foldersIn(folder, onProblem)) {
    yield* sourcesIn(join(project, 'chats'), ['.jsonl'], onProblem);
    for (const session of foldersIn(join(project, 'subagents'), onProblem)) {
      yield* sourcesIn(session, ['.jsonl'], onProblem);
    }
  }
};
