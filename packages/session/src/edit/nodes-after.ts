import { copyOfNode, nodeOf } from '../model/make-node.js';
import type { Node } from '../model/node.js';
import type { EditPlan } from './plan.js';
import { parentAfter, Remains, uuidAfter } from './references.js';

/**
 * Returns a session's nodes after a plan, with the indexes they have in the file. `changed`: the facts of lines whose
 * content the plan changes, for callers that need them.
 */
export function nodesAfter(nodes: readonly Node[], plan: EditPlan, changed: ReadonlyMap<number, Node>): Node[] {
  const remains = new Remains(nodes, plan);
  const view: Node[] = [];
  for (const node of nodes) {
    view.push(...insertedBefore(node.index, plan));
    if (!plan.drops.has(node.index)) view.push(nodeAfter(node, changed.get(node.index), { remains, plan }));
  }
  view.push(...insertedBefore(nodes.length, plan));
  return view;
}

function insertedBefore(index: number, plan: EditPlan): Node[] {
  const entries = plan.inserts.get(index) ?? [];
  return entries.map((entry, at) => nodeOf(entry, NO_PLACE, insertedIndex(index, at, entries.length)));
}

/** Returns the index of a new line: between those of its neighbours. */
export function insertedIndex(before: number, at: number, count: number): number {
  return before - 1 + (at + 1) / (count + 1);
}

const NO_PLACE = { line: 0, byte: 0, length: 0, part: 0, isWhole: true, isSeen: true };

/** Returns the node itself if it does not change. */
function nodeAfter(
  node: Node,
  changed: Node | undefined,
  { remains, plan }: { remains: Remains; plan: EditPlan },
): Node {
  const parentUuid = parentAfter(node, remains, plan);
  const uuid = uuidAfter(node, plan);
  const { place } = node;
  const isRepaired = !place.isWhole && plan.repairs.has(place.line);
  const leafUuid = node.extra?.leafUuid;
  const isLeafGone = leafUuid !== undefined && remains.isDropped(leafUuid);
  if (parentUuid === node.parentUuid && uuid === node.uuid && !isRepaired && !isLeafGone && !changed) return node;
  return copyOfNode(node, {
    ...(changed && { user: changed.user, reply: changed.reply, time: changed.time }),
    uuid,
    parentUuid,
    place: isRepaired ? { ...place, isWhole: true, isSeen: true } : place,
    extra: isLeafGone ? withLeaf(node.extra, remains.of(leafUuid)) : node.extra,
  });
}

function withLeaf(extra: Node['extra'], leafUuid: string | null): Node['extra'] {
  const { leafUuid: _, ...rest } = extra ?? {};
  return leafUuid === null ? rest : { ...rest, leafUuid };
}
