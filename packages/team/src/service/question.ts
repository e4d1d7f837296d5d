import { hasWord, parseQuery, QueryError } from '@unspool/store';
import { TeamFailure } from '../contract/failure.js';
import { LIMITS } from '../contract/limits.js';
import type { Quota, SearchQuestion, UsageQuestion } from '../contract/model.js';
import { placeIn } from '../contract/place.js';
import { checkPerson } from './invitation.js';
import type { PageQuestion } from './sessions.js';

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

export function pageQuestion({ person, project, since, id, after, limit }: Given): PageQuestion {
  return {
    person,
    project,
    since: since === undefined ? undefined : wholeNumber(since),
    id: id === undefined ? undefined : id.slice(0, 36).toLowerCase(),
    after: after === undefined ? undefined : placeIn(after),
    limit: Math.max(1, Math.min(LIMITS.listLimit, limit === undefined ? LIMITS.listLimit : wholeNumber(limit))),
  };
}

const MAX_TIMES = 10;

/** The times from which on sessions are counted, in order. */
export function timesIn(given: string | undefined): number[] {
  const times = (given ?? '')
    .split(',')
    .filter((each) => each !== '')
    .map(wholeNumber);
  if (times.length > MAX_TIMES) throw new TeamFailure('bad_request', `At most ${MAX_TIMES} times are counted.`);
  return [...new Set(times)].sort((a, b) => a - b);
}

/** A quota as an admin sets it: null or nothing means no limit. */
export function quotaIn({ person = '', bytes, sessions }: { [key: string]: unknown }): Quota {
  if (person !== '') checkPerson(person);
  const limit = (value: unknown) => {
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw new TeamFailure('bad_request', 'A quota is a whole number.');
  };
  return { person: String(person), bytes: limit(bytes), sessions: limit(sessions) };
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
