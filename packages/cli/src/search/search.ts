import { hasWord, parseQuery, type SearchResult } from '@unspool/store';
import { orFromFiles } from '../index/unwritable-index.js';
import { hasIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { wordsInIndex } from './in-index.js';
import { requestOf, type SearchFlags } from './options.js';
import { printSummary } from './print-summary.js';
import { wellFormed } from './query.js';

/** Searches all sessions. Returns 1 when nothing is found, as grep does. */
export async function search(words: readonly string[], flags: SearchFlags, io: Io): Promise<number> {
  const text = words.join(' ');
  const result = await find(text, flags, io);
  if (result.hits.some(({ title }) => title === undefined)) (await import('./add-titles.js')).addTitles(result, io);
  const exitCode = printSummary(result, flags.json === true, io);
  if (result.gaveUp !== undefined) throw tookTooLong(result.gaveUp, result.hits.length);
  return exitCode;
}

/** Loads the code for files or for the index only when it is needed. */
async function find(text: string, flags: SearchFlags, io: Io): Promise<SearchResult> {
  if (flags.exact && flags.regex) throw new UserError('Give --exact or --regex, not both.', { isUsage: true });
  const request = requestOf(flags, io);
  if (flags.exact || flags.regex) {
    return (await import('./in-files.js')).signsInFiles(text, flags.regex, request, io);
  }
  // The index has only words. Symbols alone are matched literally in the files.
  if (text.trim() !== '' && !hasWord(text) && !/[()]/.test(text)) {
    const signs = text.trim().replace(/^"(.+)"$/u, '$1');
    return (await import('./in-files.js')).signsInFiles(signs, false, request, io);
  }
  const query = wellFormed(() => parseQuery(text));
  const inFiles = async () => (await import('./in-files.js')).wordsInFiles(query, request, io);
  if (!hasIndex(io)) return inFiles();
  return orFromFiles(() => wordsInIndex(query, request, io), inFiles, io);
}

/** Some patterns never finish. Hits found before that are still shown. */
function tookTooLong(why: string, shown: number): UserError {
  return new UserError('The pattern takes too long, so not everything was searched.', {
    why: `${why} in one file; ${shown === 0 ? 'there were no hits before that' : 'the hits before that are shown'}`,
    hint: 'A repetition inside a repetition, such as (a+)+, can take forever. Rewrite the pattern.',
  });
}
