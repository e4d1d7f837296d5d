import { isSessionId } from '@unspool/session/locate';
import { TeamFailure } from './failure.js';
import type { SessionKey } from './model.js';

/** A name that is also safe as a folder on every system. */
export function isPerson(name: unknown): name is string {
  const isPlain = typeof name === 'string' && /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) && !name.endsWith('.');
  return isPlain && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/.test(name);
}

/** Names of a person and a session become folders on a laptop, and the service is not trusted with those. */
export function checkAnswered<Key extends SessionKey>(key: Key): Key {
  if (isPerson(key.owner) && isSessionId(key.session)) return key;
  throw new TeamFailure('bad_request', 'The service names a session that cannot exist.', {
    hint: 'Ask whoever runs the service. Nothing was written.',
  });
}
