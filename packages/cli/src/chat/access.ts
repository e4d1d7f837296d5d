import { type ApiAccess, apiAccess } from '@unspool/agent';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

/** How to reach the Messages API, as the environment says. */
export function accessOf(io: Io): ApiAccess {
  const access = apiAccess(io.env);
  if (access) return access;
  throw new UserError('There is no key for the Messages API.', {
    why: 'A chat sends what you write, and what tools find, to a model.',
    hint: 'Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or try it without a model: unspool chat --demo',
  });
}
