import type { Node } from '../graph/node.js';

/** Which turn a line belongs to; -1 is before the first turn, undefined when it is no line of the thread. */
export interface Owners {
  get(node: Node): number | undefined;
}

/** Not told yet, and told that it is being looked for. */
const UNKNOWN = -2;
const ASKED = -3;

/**
 * Which turn each line belongs to: the turn of its parent, up to the line a turn starts with. A line without a parent
 * in the file belongs to the turn that was running when it was written; -1 is before the first turn.
 */
export function membership(
  thread: readonly Node[],
  starts: readonly Node[],
  byUuid: ReadonlyMap<string, Node>,
): Owners {
  const owners = new Int32Array((thread.at(-1)?.index ?? -1) + 1).fill(UNKNOWN);
  starts.forEach((start, at) => {
    owners[start.index] = at;
  });
  const running = runningTurns(thread, starts, owners.length);
  const path: Node[] = [];
  for (const node of thread) {
    let at: Node | undefined = node;
    while (at && owners[at.index] === UNKNOWN) {
      owners[at.index] = ASKED;
      path.push(at);
      at = parentOf(at, byUuid);
    }
    const last = path.at(-1);
    if (!last) continue;
    // A circle ends where it closes.
    const known = at ? (owners[at.index] ?? ASKED) : ASKED;
    const owner = known === ASKED ? (running[last.index] ?? -1) : known;
    for (const passed of path) owners[passed.index] = owner;
    path.length = 0;
  }
  return {
    get: ({ index }) => {
      const owner = owners[index] ?? UNKNOWN;
      return owner === UNKNOWN ? undefined : owner;
    },
  };
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

function runningTurns(thread: readonly Node[], starts: readonly Node[], length: number): Int32Array {
  const running = new Int32Array(length).fill(-1);
  let at = -1;
  for (const node of thread) {
    while (starts[at + 1] && (starts[at + 1]?.index ?? 0) <= node.index) at++;
    running[node.index] = at;
  }
  return running;
}
