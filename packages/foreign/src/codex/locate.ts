import { join } from 'node:path';
import type { Adapter, Place, Source } from '../contract/adapter.js';
import { foldersIn, sourcesIn } from '../read/files-in.js';
import { ENDINGS } from './places.js';
import { nameOf } from './thread-names.js';

/** `sessions/<year>/<month>/<day>`, `sessions` itself (older versions) and `archived_sessions`. */
export const locate: Adapter['locate'] = function* (place, onProblem): Generator<Source> {
  const folder = codexFolder(place);
  for (const top of [join(folder, 'sessions'), join(folder, 'archived_sessions')]) {
    for (const each of below(top, onProblem, YEAR_MONTH_DAY)) {
      for (const source of sourcesIn(each, ENDINGS, onProblem)) {
        // The session's name is in another file.
        const name = nameOf(source.file);
        yield name === undefined ? source : { ...source, stamp: `${source.stamp} ${name}` };
      }
    }
  }
};

const YEAR_MONTH_DAY = 3;

function codexFolder({ env, home }: Place): string {
  return env.CODEX_HOME?.trim() || join(home, '.codex');
}

function* below(folder: string, onProblem: Parameters<typeof foldersIn>[1], depth: number): Generator<string> {
  yield folder;
  if (depth > 0) for (const each of foldersIn(folder, onProblem)) yield* below(each, onProblem, depth - 1);
}
