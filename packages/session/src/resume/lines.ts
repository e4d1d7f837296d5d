import type { Node } from '../graph/node.js';
import { keepPreserved } from './preserved.js';
import type { ResumeLine } from './resume-line.js';

/** Lines without a uuid share this slot. */
const NO_UUID = Symbol('no uuid');
type Key = string | typeof NO_UUID;

/**
 * Step A: the lines as the client reads them. Only four types build the graph; each line hangs on the parent it has
 * after progress lines and unreadable ones are seen through (A2, A4) and a compaction's kept lines are moved (A6).
 * Missing parents are healed when the tip is known (A5).
 */
export function linesOf(nodes: readonly Node[]): ResumeLine[] {
  const byKey = lastCopies(nodes);
  seeThroughUnread(byKey.values(), nodes);
  keepPreserved(byKey);
  for (const line of byKey.values()) {
    if (typeof line.parentUuid === 'string') line.parent = byKey.get(line.parentUuid) ?? null;
  }
  return [...byKey.values()];
}

/** A1 to A3. */
function lastCopies(nodes: readonly Node[]): Map<Key, ResumeLine> {
  const byKey = new Map<Key, ResumeLine>();
  for (const node of nodes) {
    if (!isRead(node)) continue;
    const key = node.uuid ?? NO_UUID;
    const earlier = byKey.get(key);
    const { index } = node;
    // An empty name of a parent is none.
    const parentUuid = node.parentUuid === '' ? null : node.parentUuid;
    if (earlier) {
      Object.assign(earlier, { node, parentUuid });
      if (!node.isSidechain) earlier.mainOrder = index;
    } else {
      const mainOrder = node.isSidechain ? -1 : index;
      byKey.set(key, { node, order: index, mainOrder, parentUuid, parent: null });
    }
  }
  return byKey;
}

function isRead(node: Node): boolean {
  if (!node.place.isSeen || node.place.isModernised) return false;
  switch (node.type) {
    case 'user':
      return node.user !== undefined;
    case 'assistant':
      return node.reply !== undefined;
    default:
      return node.type === 'system' || node.type === 'attachment';
  }
}

/** A2, A4. */
function seeThroughUnread(lines: Iterable<ResumeLine>, nodes: readonly Node[]): void {
  const parents = new Map<string, string | null>();
  for (const node of nodes) if (isSeenThrough(node) && node.uuid) parents.set(node.uuid, node.parentUuid ?? null);
  if (parents.size === 0) return;
  for (const line of lines) line.parentUuid = seeThrough(line.parentUuid, parents);
}

function isSeenThrough(node: Node): boolean {
  if (!node.place.isSeen) return false;
  if (node.type === 'progress') return true;
  return (node.type === 'user' || node.type === 'assistant') && !isRead(node);
}

/** Long runs are walked once: each walked line then knows the end of the run. */
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
