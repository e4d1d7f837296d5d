import type { Node } from '../graph/node.js';
import { heal } from './heal.js';
import { keepPreserved } from './preserved.js';

/**
 * Step A: the lines as the client reads them. Only four types build the graph; each line hangs on the parent it has
 * after progress lines are seen through (A4), a compaction's kept lines are moved (A6) and missing parents are healed
 * (A5), in this order.
 */
export interface ResumeLine {
  node: Node;
  /** Place in file order; of two lines with one uuid, the first one's place and the last one's content. */
  order: number;
  /** The parent's uuid after A4 and A6. Undefined when the line has no such field. */
  parentUuid: string | null | undefined;
  /** Null on a root. */
  parent: ResumeLine | null;
}

/** Lines without a uuid share this slot. */
const NO_UUID = Symbol('no uuid');
type Key = string | typeof NO_UUID;

export function linesOf(nodes: readonly Node[]): ResumeLine[] {
  const byKey = lastCopies(nodes);
  seeThroughProgress(byKey.values(), nodes);
  keepPreserved(byKey);
  const lines = [...byKey.values()];
  heal(hangOnParents(lines, byKey), lines);
  return lines;
}

/** A1 to A3. */
function lastCopies(nodes: readonly Node[]): Map<Key, ResumeLine> {
  const byKey = new Map<Key, ResumeLine>();
  for (const node of nodes) {
    if (!isRead(node)) continue;
    const key = node.uuid ?? NO_UUID;
    const earlier = byKey.get(key);
    if (earlier) Object.assign(earlier, { node, parentUuid: node.parentUuid });
    else byKey.set(key, { node, order: byKey.size, parentUuid: node.parentUuid, parent: null });
  }
  return byKey;
}

function isRead(node: Node): boolean {
  if (!node.place.isWhole || node.place.isModernised) return false;
  switch (node.type) {
    case 'user':
      return node.user !== undefined;
    case 'assistant':
      return node.reply !== undefined;
    default:
      return node.type === 'system' || node.type === 'attachment';
  }
}

/** A4. */
function seeThroughProgress(lines: Iterable<ResumeLine>, nodes: readonly Node[]): void {
  const parents = new Map<string, string | null>();
  for (const node of nodes) {
    if (node.type === 'progress' && node.place.isWhole && node.uuid) parents.set(node.uuid, node.parentUuid ?? null);
  }
  if (parents.size === 0) return;
  for (const line of lines) line.parentUuid = seeThrough(line.parentUuid, parents);
}

/** Long runs of progress lines are walked once: each walked line then knows the end of the run. */
function seeThrough(uuid: string | null | undefined, parents: Map<string, string | null>): string | null | undefined {
  const passed = new Set<string>();
  let parent = uuid;
  while (typeof parent === 'string' && parents.has(parent)) {
    if (passed.has(parent)) {
      parent = null;
      break;
    }
    passed.add(parent);
    parent = parents.get(parent) ?? null;
  }
  for (const each of passed) parents.set(each, parent ?? null);
  return parent;
}

/** Gives back the lines whose parent is not in the file. */
function hangOnParents(lines: ResumeLine[], byKey: Map<Key, ResumeLine>): ResumeLine[] {
  const dangling: ResumeLine[] = [];
  for (const line of lines) {
    if (typeof line.parentUuid !== 'string') continue;
    const parent = byKey.get(line.parentUuid);
    if (parent) line.parent = parent;
    else dangling.push(line);
  }
  return dangling;
}
