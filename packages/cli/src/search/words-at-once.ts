import { hasWord, parseQuery } from '@unspool/store';
import type { Io } from '../io.js';
import { isTimeToArchive } from '../keep/archive-time.js';
import { requireDataFolder } from '../keep/usable-data-folder.js';
import { wordsInIndex } from './in-index.js';
import { requestOf } from './options.js';
import type { PlainSearch } from './plain-search.js';
import { wellFormed } from './query.js';
import { sayResult } from './say-result.js';

/**
 * The search that is asked for most, as the command gives it, without describing and loading it first. It is bundled by
 * itself. Undefined where the program has more to do, or something else to say.
 */
export async function searchAtOnce({ words, isJson }: PlainSearch, io: Io): Promise<number | undefined> {
  const text = words.join(' ');
  if (isTimeToArchive(io) || !hasWord(text)) return undefined;
  try {
    requireDataFolder('read', io);
    const query = wellFormed(() => parseQuery(text));
    return sayResult(await wordsInIndex(query, requestOf({}, io), io, { isAtOnce: true }), isJson, io);
  } catch {
    // The program meets it again, and says it.
    return undefined;
  }
}
