import type { Node } from '../model/node.js';
import type { Session } from '../model/session.js';
import type { Turns } from '../model/turns.js';
import { type Chain, chainOf } from '../resume/chain.js';
import { linesOf } from '../resume/lines.js';
import { nodesAfter } from './nodes-after.js';
import type { PlanDraft } from './plan.js';
import { Remains } from './references.js';

/**
 * Ensures that a resume continues the same branch as before. The line that named the branch goes with its prompt, and a
 * branch without its last lines may no longer be the last one in the file. In that case a `last-prompt` line, as the
 * client writes them, names the branch.
 */
export function keepBranch(plan: PlanDraft, session: Session, { turns }: Turns): PlanDraft {
  const { nodes, sessionId } = session;
  if (turns.every((turn) => turn.isOnTip) && !nodes.some((node) => node.type === 'last-prompt')) return plan;
  const before = chainIn(nodes);
  const tip = before?.tip.node.uuid;
  const leafUuid = tip === undefined ? null : mainLine(new Remains(nodes, plan).of(tip), nodes);
  let after = chainAfter(plan, session);
  if (leafUuid !== null && !after?.ancestry.some(({ node }) => node.uuid === leafUuid)) {
    const end = plan.inserts.get(nodes.length) ?? [];
    plan.inserts.set(nodes.length, [...end, { type: 'last-prompt', leafUuid, sessionId }]);
    after = chainAfter(plan, session);
  }
  const own = new Set(before?.ancestry.map(({ node }) => node.index));
  // Inserted lines have fractional indexes, between those of their neighbours.
  const isOfOtherBranch = ({ index, user, reply }: Node) =>
    (user || reply) && Number.isInteger(index) && !own.has(index);
  if (after?.ancestry.some(({ node }) => isOfOtherBranch(node))) {
    plan.notes.push('Nothing is left of the branch that resumes, so another branch resumes instead.');
  }
  return plan;
}

/** The client refuses a session that continues from a sub-agent's line. */
function mainLine(uuid: string | null, nodes: readonly Node[]): string | null {
  return nodes.findLast((node) => node.uuid === uuid)?.isSidechain ? null : uuid;
}

function chainAfter(plan: PlanDraft, session: Session): Chain | undefined {
  return chainIn(nodesAfter(session.nodes, plan, new Map()));
}

function chainIn(nodes: readonly Node[]): Chain | undefined {
  return chainOf({ lines: linesOf(nodes), nodes });
}
