import type { Node } from '../model/node.js';
import type { Session } from '../model/session.js';
import type { Turns } from '../model/turns.js';
import { type Chain, chainOf } from '../resume/chain.js';
import { linesOf } from '../resume/lines.js';
import { nodesAfter } from './nodes-after.js';
import type { PlanDraft } from './plan.js';
import { Remains } from './references.js';

/**
 * Sees to it that a resume goes on with the branch it went on with before. The line that named the branch is dropped
 * with its prompt, and without its last lines a branch may no longer be the last one in the file: then a line of the
 * client's own kind names it.
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
  // New lines have numbers between those of their neighbours.
  const isStrange = ({ index, user, reply }: Node) => (user || reply) && Number.isInteger(index) && !own.has(index);
  if (after?.ancestry.some(({ node }) => isStrange(node))) {
    plan.notes.push('Of the branch that a resume went on with nothing is left: it goes on with another one.');
  }
  return plan;
}

/** The client refuses a session that is to go on from a sub-agent's line. */
function mainLine(uuid: string | null, nodes: readonly Node[]): string | null {
  return nodes.findLast((node) => node.uuid === uuid)?.isSidechain ? null : uuid;
}

function chainAfter(plan: PlanDraft, session: Session): Chain | undefined {
  return chainIn(nodesAfter(session.nodes, plan, new Map()));
}

function chainIn(nodes: readonly Node[]): Chain | undefined {
  return chainOf({ lines: linesOf(nodes), nodes });
}
