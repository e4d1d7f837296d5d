import { isAbsolute, join } from 'node:path';
import type { Adapter, Place, Source } from '../contract/adapter.js';
import { entriesOf, foldersIn } from '../read/files-in.js';
import { stampOf } from '../read/stamp.js';
import { treeStamp } from './json-tree.js';

/** One database per release channel. Before 1.2, one JSON file per session; these remain after the client's migration. */
export const locate: Adapter['locate'] = function* (place, onProblem): Generator<Source> {
  const folder = join(place.env.XDG_DATA_HOME || join(place.home, '.local/share'), 'opencode');
  for (const file of databasesIn(folder, place, onProblem)) {
    const stamp = stampOf(file);
    if (stamp !== undefined) yield { file, stamp: `${stamp} ${stampOf(`${file}-wal`) ?? ''}` };
  }
  for (const project of foldersIn(join(folder, 'storage/session'), onProblem)) {
    for (const { name } of entriesOf(project, onProblem)) {
      const file = join(project, name);
      const stamp = name.endsWith('.json') ? treeStamp(file) : undefined;
      if (stamp !== undefined) yield { file, stamp };
    }
  }
};

function databasesIn(folder: string, { env }: Place, onProblem: Parameters<Adapter['locate']>[1]): string[] {
  const given = env.OPENCODE_DB;
  if (given) return [isAbsolute(given) ? given : join(folder, given)];
  return entriesOf(folder, onProblem)
    .filter(({ name }) => /^opencode(-[\w.-]+)?\.db$/.test(name))
    .map(({ name }) => join(folder, name));
}
