import { join } from 'node:path';
import type { Adapter, Source } from '../contract/adapter.js';
import { foldersIn, sourcesIn } from '../read/files-in.js';
import { stampOf } from '../read/stamp.js';
import { NOTE } from './note.js';

/** `projects/<project>/agent-transcripts/<session>/<session>.jsonl`, and `chats/<project>/<session>/store.db`. */
export const locate: Adapter['locate'] = function* ({ env, home }, onProblem): Generator<Source> {
  const folder = env.CURSOR_CONFIG_DIR ?? join(home, '.cursor');
  for (const project of foldersIn(join(folder, 'projects'), onProblem)) {
    const transcripts = join(project, 'agent-transcripts');
    yield* sourcesIn(transcripts, ['.jsonl'], onProblem);
    for (const session of foldersIn(transcripts, onProblem)) {
      yield* sourcesIn(session, ['.jsonl'], onProblem);
      yield* sourcesIn(join(session, 'subagents'), ['.jsonl'], onProblem);
    }
  }
  for (const project of foldersIn(join(folder, 'chats'), onProblem)) {
    for (const session of foldersIn(project, onProblem)) {
      const file = join(session, 'store.db');
      const stamp = stampOf(file);
      if (stamp === undefined) continue;
      yield { file, stamp: [stamp, stampOf(`${file}-wal`), stampOf(join(session, NOTE))].join(' ') };
    }
  }
};
