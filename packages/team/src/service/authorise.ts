import type { Device, ListScope, SharedSession } from '../contract/model.js';

/** What a person may do with a session. */
export type SessionVerb = 'list' | 'open' | 'search' | 'measure' | 'push' | 'withdraw';
/** What one can do in the team. */
export type TeamVerb = 'invite' | 'devices_of_all' | 'revoke_others' | 'remove_person' | 'quotas_of_all';

export type Actor = Pick<Device, 'person' | 'role' | 'isRevoked'>;
export type Target = Pick<SharedSession, 'owner' | 'visibility' | 'isWithdrawn'>;

/**
 * All permissions on sessions. A session that the actor may not see gets the same answer as one that does not exist, so
 * that guessing ids reveals nothing.
 */
export function may(actor: Actor, verb: SessionVerb, session: Target): boolean {
  if (actor.isRevoked) return false;
  const isOwner = actor.person === session.owner;
  if (verb === 'push') return isOwner && actor.role !== 'viewer';
  if (session.isWithdrawn) return false;
  switch (verb) {
    case 'measure':
      return session.visibility !== 'own';
    case 'withdraw':
      return isOwner || (actor.role === 'admin' && session.visibility !== 'own');
    case 'search':
      return session.visibility === 'team' && actor.role !== 'viewer';
    case 'list':
      return isOwner || (session.visibility !== 'own' && actor.role !== 'viewer');
    case 'open':
      return isOwner || (session.visibility === 'team' && actor.role !== 'viewer');
  }
}

/** The sessions of which `may` allows `list`, for stores to select. */
export function listScope({ person, role }: Actor): ListScope {
  return { person, isAll: role !== 'viewer' };
}

export function mayInTeam(actor: Actor, _verb: TeamVerb): boolean {
  return !actor.isRevoked && actor.role === 'admin';
}
