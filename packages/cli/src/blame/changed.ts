import { shortId } from '@unspool/session/show';
import { changedFiles, lastWriterOf, repositoryAt } from '@unspool/store';
import type { Io } from '../io.js';
import { safeJson } from '../terminal/safe.js';
import { withWrites } from './in-index.js';

const MAX_FILES = 200;
const MAX_NAMED = 4;

/** One line for a model that starts to work, or nothing. */
export async function blameChanged(io: Io): Promise<number> {
  const place = repositoryAt(io.cwd);
  const folder = place?.folder;
  if (!place || folder === undefined) return 0;
  return withWrites(io, (database) => {
    const named: string[] = [];
    for (const path of changedFiles(folder).slice(0, MAX_FILES)) {
      const writer = lastWriterOf(database, path, place);
      if (writer) named.push(`${nameOf(path)} (session ${shortId(writer.sessionId)} turn ${writer.turn})`);
      if (named.length === MAX_NAMED) break;
    }
    if (named.length > 0) {
      io.out(
        `Earlier sessions wrote files with uncommitted changes: ${named.join(', ')}. For more, use show_turn or blame.\n`,
      );
    }
    return 0;
  });
}

const LONGEST_NAME = 120;

/** As JSON unless it is plain, so that a file name cannot pass for words of ours. */
function nameOf(path: string): string {
  const name = path.length > LONGEST_NAME ? `…${path.slice(-LONGEST_NAME)}` : path;
  return /^[\w./@+…][\w./@+-]*$/.test(name) ? name : safeJson(JSON.stringify(name));
}
