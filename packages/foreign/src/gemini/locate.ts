import { join } from 'node:path';
import type { Adapter, Source } from '../contract/adapter.js';
import { foldersIn, sourcesIn } from '../read/files-in.js';

/** `tmp/<project>/chats`, with a folder of sub-agents for each session. */
export const locate: Adapter['locate'] = function* ({ env, home }, onProblem): Generator<Source> {
  const folder = join(env.GEMINI_CLI_HOME ?? home, '.gemini/tmp');
  for (const project of foldersIn(folder, onProblem)) {
    const chats = join(project, 'chats');
    yield* sourcesIn(chats, ['.jsonl', '.json'], onProblem);
    for (const session of foldersIn(chats, onProblem)) yield* sourcesIn(session, ['.jsonl'], onProblem);
  }
};
