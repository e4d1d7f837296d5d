import type { Node } from '../graph/node.js';

/**
 * Which turn each line belongs to: the turn of its parent, up to the line a turn starts with. A line without a parent
 * in the file belongs to the turn that was running when it was written; -1 is before the first turn.
 */
export function membership(
  thread: readonly Node[],
  starts: readonly Node[],
  byUuid: ReadonlyMap<string, Node>,
): Map<Node, number> {
  const owners = new Map<Node, number>();
  starts.forEach((start, at) => {
    owners.set(start, at);
  });
  const running = runningTurns(thread, starts);
  for (const node of thread) {
    const path: Node[] = [];
    const onPath = new Set<Node>();
    let at: Node | undefined = node;
    let last: Node = node;
    while (at && !owners.has(at) && !onPath.has(at)) {
      path.push(at);
      onPath.add(at);
      last = at;
      at = parentOf(at, byUuid);
    }
    const owner = (at && owners.get(at)) ?? running.get(last) ?? -1;
    for (const passed of path) owners.set(passed, owner);
  }
  return owners;
}

function parentOf(node: Node, byUuid: ReadonlyMap<string, Node>): Node | undefined {
  const uuid = node.parentUuid ?? node.extra?.logicalParentUuid ?? node.extra?.messageId;
  return uuid === undefined || uuid === null ? undefined : byUuid.get(uuid);
}

export function indexByUuid(nodes: readonly Node[]): Map<string, Node> {
  const byUuid = new Map<string, Node>();
  for (const node of nodes) if (node.uuid !== undefined && !byUuid.has(node.uuid)) byUuid.set(node.uuid, node);
  return byUuid;
}

function runningTurns(thread: readonly Node[], starts: readonly Node[]): Map<Node, number> {
  const running = new Map<Node, number>();
  let at = -1;
  for (const node of thread) {
    while (starts[at + 1] && (starts[at + 1]?.index ?? 0) <= node.index) at++;
    running.set(node, at);
  }
  return running;
}
