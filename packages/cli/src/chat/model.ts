import { randomUUID } from 'node:crypto';
import { anthropicModel, apiAccess, type CallModel, demoScript, scriptedModel, waitFor } from '@unspool/agent';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { version } from '../version.js';
import type { ChatCommandOptions } from './command-options.js';

/** The model to talk to, or the script that plays one. */
export function modelOf(options: ChatCommandOptions, io: Io): CallModel {
  if (options.demo) {
    const pause = () => waitFor(io.columns === undefined ? 0 : 15, new AbortController().signal);
    return scriptedModel(demoScript(randomUUID), { newUuid: randomUUID, pause });
  }
  const access = apiAccess(io.env);
  if (access) return anthropicModel(access, `unspool/${version}`);
  throw new UserError('There is no key for the Messages API.', {
    why: 'A chat sends what you write, and what tools find, to a model.',
    hint: 'Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or try it without a model: unspool chat --demo',
  });
}
