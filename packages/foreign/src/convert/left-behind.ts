import type { Session, Turns } from '@unspool/session';
import { planResume } from '@unspool/session';
import type { Family } from '@unspool/session/locate';

/** Parts of a session that a resume would not send. */
export interface LeftBehind {
  turnsBeforeCompaction: number;
  turnsOfOtherBranches: number;
  subAgents: number;
}

export function leftBehind(session: Session, { turns }: Turns, family: Pick<Family, 'agents'>): LeftBehind {
  const sent = new Set(planResume(session).chain?.lines.map(({ node }) => node.index));
  const unsent = turns.filter((turn) => turn.isOnTip && !turn.nodes.some(({ index }) => sent.has(index)));
  return {
    turnsBeforeCompaction: unsent.length,
    turnsOfOtherBranches: turns.filter((turn) => !turn.isOnTip).length,
    subAgents: family.agents.length,
  };
}
