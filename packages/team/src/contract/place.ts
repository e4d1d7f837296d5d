import { isSessionId } from '@unspool/session/locate';
import { TeamFailure } from './failure.js';
import type { ListPlace } from './model.js';
import { isPerson } from './names.js';

export function placeOf({ endedAt, owner, session }: ListPlace): ListPlace {
  return { endedAt, owner, session };
}

/** Whether `a` comes after `b` in a list: newest first, and in a fixed order if they ended at the same time. */
export function isAfter(a: ListPlace, b: ListPlace): boolean {
  if (a.endedAt !== b.endedAt) return a.endedAt < b.endedAt;
  return a.owner === b.owner ? a.session > b.session : a.owner > b.owner;
}

/** A place as text, with which a client asks for the next page. */
export function cursorOf({ endedAt, owner, session }: ListPlace): string {
  return `${endedAt}.${session}.${owner}`;
}

export function placeIn(cursor: string): ListPlace {
  const [, endedAt = '', session = '', owner = ''] = /^(\d{1,16})\.([0-9a-f-]+)\.(.+)$/.exec(cursor) ?? [];
  if (isSessionId(session) && isPerson(owner) && Number.isSafeInteger(Number(endedAt))) {
    return { endedAt: Number(endedAt), owner, session };
  }
  throw new TeamFailure('bad_request', 'This is not a place in the list.');
}
