import { hasWord, parseQuery, QueryError } from '@unspool/store';
import { TeamFailure } from '../contract/failure.js';
import { LIMITS } from '../contract/limits.js';
import type { SearchQuestion, UsageQuestion } from '../contract/model.js';

type Given = Readonly<Record<string, string | undefined>>;

export function searchQuestion({ q = '', limit, person, project, since }: Given): SearchQuestion {
  if (q.length > LIMITS.queryLength) throw new TeamFailure('too_large', 'The query is too long.');
  try {
    if (!hasWord(q)) throw new QueryError('it has no word');
    parseQuery(q);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new TeamFailure('bad_request', 'The query cannot be read.', { why: error.message });
  }
  const most = limit === undefined ? 20 : wholeNumber(limit);
  return {
    text: q,
    limit: Math.max(1, Math.min(LIMITS.searchLimit, most)),
    person,
    project,
    since: since === undefined ? undefined : wholeNumber(since),
  };
}

export function usageQuestion({ since, until, timeZone = 'UTC' }: Given): UsageQuestion {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new TeamFailure('bad_request', 'Unknown time zone.');
  }
  return {
    since: since === undefined ? undefined : wholeNumber(since),
    until: until === undefined ? undefined : wholeNumber(until),
    timeZone,
  };
}

export function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new TeamFailure('bad_request', 'A number in the request is not valid.');
}
