import { pathTo } from '../model/branches.js';
import { indexByUuid } from '../model/membership.js';
import type { Node } from '../model/node.js';
import type { Session } from '../model/session.js';
import type { Turns } from '../model/turns.js';
import { closePlan } from './closure.js';
import { draftPlan, type EditPlan } from './plan.js';

/**
 * Plans to keep the conversation up to the end of a turn, on that turn's branch, and to drop the rest. Lines outside
 * the graph are kept if they precede that end or belong to a kept line.
 */
export function planFork(session: Session, turns: Turns, at: number): EditPlan {
  const plan = draftPlan(`fork at turn ${at}`, 'fork');
  const kept = new Set<Node>(turns.preamble);
  const path = new Set(pathTo(turns, at));
  for (const turn of turns.turns) if (path.has(turn.number)) for (const node of turn.nodes) kept.add(node);
  dropLaterPreamble(kept, turns, at);
  const end = turns.turns[at - 1]?.nodes.reduce((last, node) => Math.max(last, node.index), 0) ?? 0;
  const fork = { kept, end, byUuid: indexByUuid(session.nodes) };
  for (const node of session.nodes) if (!stays(node, fork)) plan.drops.add(node.index);
  return closePlan(plan, session.nodes, new Set());
}

/** Drops preamble lines that other branches wrote later: they are not part of this branch. */
function dropLaterPreamble(kept: Set<Node>, turns: Turns, at: number): void {
  const last = turns.turns[at - 1]?.nodes.at(-1)?.index ?? 0;
  for (const node of turns.preamble) if (node.index > last) kept.delete(node);
}

interface Fork {
  kept: ReadonlySet<Node>;
  /** The last line of the turn. */
  end: number;
  byUuid: ReadonlyMap<string, Node>;
}

function stays(node: Node, { kept, end, byUuid }: Fork): boolean {
  // A side chain in the main file is not part of the conversation: lines written before the end are kept.
  if (node.isSidechain) return node.index <= end;
  if (node.uuid !== undefined) return kept.has(node);
  const owner = node.extra?.messageId === undefined ? undefined : byUuid.get(node.extra.messageId);
  return owner ? kept.has(owner) : node.index <= end || isTitle(node);
}

function isTitle(node: Node): boolean {
  return ['custom-title', 'ai-title', 'agent-name', 'tag'].includes(node.type);
}
