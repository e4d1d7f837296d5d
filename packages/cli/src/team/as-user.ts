import { dataFolder } from '@unspool/store';
import { type Membership, requireMembership, TeamClient, TeamFailure } from '@unspool/team';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

/** Runs work that calls the service. A `TeamFailure` becomes a `UserError`. */
export async function asUser<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TeamFailure ? userErrorOf(error) : error;
  }
}

export function userErrorOf({ message, code, details }: TeamFailure): UserError {
  const { why, hint } = details;
  return new UserError(message, { ...(why && { why }), ...(hint && { hint }), isUsage: code === 'bad_request' });
}

export interface Joined {
  membership: Membership;
  client: TeamClient;
}

/** The team that this machine joined. Throws if there is none. */
export function joinedTeam(io: Io): Joined {
  const membership = requireMembership(dataFolder(io));
  return { membership, client: new TeamClient(membership.url, membership.token) };
}
