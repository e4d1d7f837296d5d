import type { Node } from './node.js';

/** The turn a line belongs to; -1 is before the first turn, undefined if the line is not part of the thread. */
export interface Owners {
  get(node: Node): number | undefined;
}

/** Markers: not yet determined, and being determined. */
const UNKNOWN = -2;
const PENDING = -3;

/**
 * Determines which turn each line belongs to: the turn of its parent, up to the line a turn starts with. A line without
 * a parent in the file belongs to the turn that was running when it was written; -1 is before the first turn.
 */
export function membership(
  thread: readonly Node[],
  starts: readonly Node[],
  byUuid: ReadonlyMap<string, Node>,
): Owners {
  const owners = new Int32Array((thread.at(-1)?.index ?? -1) + 1).fill(UNKNOWN);
  for (let at = 0; at < starts.length; at++) owners[starts[at]?.index ?? 0] = at;
  const path: Node[] = [];
  for (const node of thread) {
    if (owners[node.index] !== UNKNOWN) continue;
    let at: Node | undefined = node;
    let last = node;
    while (at && owners[at.index] === UNKNOWN) {
      owners[at.index] = PENDING;
      path.push(at);
      last = at;
      at = parentOf(at, byUuid);
    }
    // A circle ends where it closes.
    const known = at ? (owners[at.index] ?? PENDING) : PENDING;
    const owner = known === PENDING ? runningAt(starts, last) : known;
    for (let passed = path.pop(); passed; passed = path.pop()) owners[passed.index] = owner;
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

/** Returns the first line for each uuid. */
export function indexByUuid(nodes: readonly Node[]): Map<string, Node> {
  const byUuid = new Map<string, Node>();
  // From the end, so that the first one remains without a check.
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at];
    if (node?.uuid !== undefined) byUuid.set(node.uuid, node);
  }
  return byUuid;
}

/** Returns the last line for each uuid: the one whose content the client sends (A3), so later lines answer that one. */
export function lastByUuid(nodes: readonly Node[]): Map<string, Node> {
  const byUuid = new Map<string, Node>();
  for (const node of nodes) if (node.uuid !== undefined) byUuid.set(node.uuid, node);
  return byUuid;
}

/** Returns the last turn that starts at or before a line. Starts are in file order. */
function runningAt(starts: readonly Node[], { index }: Node): number {
  let from = 0;
  let to = starts.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((starts[middle]?.index ?? 0) <= index) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
