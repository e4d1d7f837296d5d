import { isSessionId } from '@unspool/session/locate';
import { TeamFailure } from './failure.js';
import type { SessionKey } from './model.js';

/** Whether a name is also safe as a folder name on every system. `everybody` has a meaning of its own in quotas. */
export function isPerson(name: unknown): name is string {
  const isPlain = typeof name === 'string' && /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) && !name.endsWith('.');
  return isPlain && name !== 'everybody' && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/.test(name);
}

/** The names of a person and a session become folders on a laptop, so those that the service sends are not trusted. */
export function checkAnswered<Key extends SessionKey>(key: Key): Key {
  if (isPerson(key.owner) && isSessionId(key.session)) return key;
  throw new TeamFailure('bad_request', 'The service names a session that cannot exist.', {
    hint: 'Nothing was written. Ask the person who runs the service.',
  });
}
