import { type Tokens, totalTokens } from '@unspool/session';

/** The name of Claude Code where agents are named: its sessions carry none. */
export const OWN_CLIENT = 'claude';

/** A session's tokens; undefined if they are unknown, because another agent recorded none. */
export function knownTokens(tokens: Tokens, client: string | undefined): Tokens | undefined {
  const isOwn = client === undefined || client === OWN_CLIENT;
  return isOwn || totalTokens(tokens) > 0 ? tokens : undefined;
}
