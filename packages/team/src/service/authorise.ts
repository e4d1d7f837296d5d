import type { Device, SharedSession } from '../contract/model.js';

/** What can be asked about a session. */
export type SessionVerb = 'list' | 'open' | 'search' | 'measure' | 'push' | 'withdraw';
/** What can be asked about the team. */
export type TeamVerb = 'invite' | 'devices_of_all' | 'revoke_others' | 'remove_person';

export type Actor = Pick<Device, 'person' | 'role' | 'isRevoked'>;
export type Target = Pick<SharedSession, 'owner' | 'visibility' | 'isWithdrawn'>;

/**
 * Every right, in one place. A session that an actor may not see is answered like one that does not exist, so that ids
 * tell nothing.
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

export function mayInTeam(actor: Actor, _verb: TeamVerb): boolean {
  return !actor.isRevoked && actor.role === 'admin';
}
