import { type ApiAccess, apiAccess } from '@unspool/agent';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

/** How to reach the Messages API, from environment variables. */
export function accessOf(io: Io): ApiAccess {
  const access = apiAccess(io.env);
  if (access) return sound(access);
  throw new UserError('There is no key for the Messages API.', {
    why: 'A chat sends what you write, and what tools find, to a model.',
    hint: 'Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or try it without a model: unspool chat --demo',
  });
}

/** Refused early: otherwise every request would fail with an error that does not name the cause. */
function sound(access: ApiAccess): ApiAccess {
  const { apiKey, authToken, baseUrl } = access;
  if (baseUrl !== undefined && !isWebAddress(baseUrl)) {
    throw new UserError(`ANTHROPIC_BASE_URL is not a URL: ${JSON.stringify(baseUrl)}`, {
      hint: 'Give it as https://api.example.com, or unset it.',
    });
  }
  for (const [name, key] of [
    ['ANTHROPIC_API_KEY', apiKey],
    ['ANTHROPIC_AUTH_TOKEN', authToken],
  ] as const) {
    // The key itself is not shown.
    if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
      throw new UserError(`${name} cannot be sent.`, {
        why: 'It contains a line break, a space or another character that keys do not have.',
        hint: `Set ${name} to the key and nothing else.`,
      });
    }
  }
  return access;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
