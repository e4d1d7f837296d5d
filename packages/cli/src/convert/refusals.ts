import { basename } from 'node:path';
import type { Client } from '@unspool/foreign';
import { agentLabel } from '../session/agent.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

export function nothingToConvert(file: string): UserError {
  return new UserError(`${safeLine(basename(file))} holds no conversation to convert.`, {
    hint: 'See what is wrong with it: unspool check',
  });
}

export function notTheSame(client: Client, reason: string): UserError {
  return new UserError('Read back, the new session would not say the same, so nothing was written.', {
    why: `Read as a session of ${agentLabel(client)}: ${reason}.`,
    hint: 'This is a mistake in Unspool. Please report it, without the session.',
  });
}
