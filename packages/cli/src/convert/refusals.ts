import { basename } from 'node:path';
import type { Client } from '@unspool/foreign';
import { agentLabel } from '../session/agent.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

export function nothingToConvert(file: string): UserError {
  return new UserError(`${safeLine(basename(file))} contains no conversation to convert.`, {
    hint: 'See what is wrong with it: unspool check',
  });
}

export function notTheSame(client: Client, reason: string): UserError {
  return new UserError('The new session would differ when read back, so nothing was written.', {
    why: `Read as a session of ${agentLabel(client)}: ${reason}.`,
    hint: 'This is a bug in Unspool. Please report it, without the session.',
  });
}
