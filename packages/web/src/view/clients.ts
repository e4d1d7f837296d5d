import { AGENT_LABELS, isAgentName } from '@unspool/foreign';
import { OWN_CLIENT } from '@unspool/store';
import type { ClientRef } from './view.js';

/** An agent by its name in the index. */
export function clientRef(name: string): ClientRef {
  if (name === OWN_CLIENT) return { name, label: 'Claude Code' };
  return { name, label: isAgentName(name) ? AGENT_LABELS[name] : name };
}

/** The agent of a session, for filters and counts: Claude Code too. */
export function clientOf({ client }: { client: ClientRef | null }): ClientRef {
  return client ?? clientRef(OWN_CLIENT);
}
