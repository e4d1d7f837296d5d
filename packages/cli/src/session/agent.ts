import { AGENT_LABELS, isAgentName } from '@unspool/foreign';
import { OWN_CLIENT } from '@unspool/store';
import { UserError } from '../user-error.js';
import { AGENT } from './agent-names.js';

/** The agent given with --agent. */
export function givenAgent(name: string): string {
  const lower = name.trim().toLowerCase();
  if (lower === OWN_CLIENT || isAgentName(lower)) return lower;
  throw new UserError(`There is no agent "${name}".`, { hint: `Use one of: ${AGENT}.`, isUsage: true });
}

/** The display name of an agent. */
export function agentLabel(client: string | undefined): string {
  if (client === undefined || client === OWN_CLIENT) return 'Claude Code';
  return isAgentName(client) ? AGENT_LABELS[client] : client;
}
