import type { Node } from '../model/node.js';
import { keepPreserved } from './preserved.js';
import type { ResumeLine } from './resume-line.js';

/** A3: all lines without a uuid share this key. */
const NO_UUID = Symbol('no uuid');
type Key = string | typeof NO_UUID;

/**
 * Step A: returns the lines as the client reads them, each with the parent it has for the client. Parents that are not
 * in the file are replaced later (A5), because the tip is chosen first.
 */
export function linesOf(nodes: readonly Node[]): ResumeLine[] {
  const byKey = lastCopies(nodes);
  skipUnreadParents(byKey.values(), nodes);
  keepPreserved(byKey);
  for (const line of byKey.values()) {
    if (typeof line.parentUuid === 'string') line.parent = byKey.get(line.parentUuid) ?? null;
  }
  return [...byKey.values()];
}

/** A3: of several lines with one uuid, the content of the last at the position of the first. */
function lastCopies(nodes: readonly Node[]): Map<Key, ResumeLine> {
  const byKey = new Map<Key, ResumeLine>();
  for (const node of nodes) {
    if (!isRead(node)) continue;
    const key = node.uuid ?? NO_UUID;
    const earlier = byKey.get(key);
    const { index } = node;
    // A5: an empty parentUuid means no parent, not a missing one.
    const parentUuid = node.parentUuid === '' ? null : node.parentUuid;
    if (earlier) {
      Object.assign(earlier, { node, parentUuid });
      if (!node.isSidechain) earlier.mainOrder = index;
    } else {
      const mainOrder = node.isSidechain ? -1 : index;
      byKey.set(key, { node, order: byKey.size, mainOrder, parentUuid, parent: null });
    }
  }
  return byKey;
}

/** A1: only four types build the graph. A2: a user or assistant line needs content that can be read. */
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

/** A2, A4: a parent that is not read is replaced with its own parent, repeatedly. */
function skipUnreadParents(lines: Iterable<ResumeLine>, nodes: readonly Node[]): void {
  const parents = new Map<string, string | null>();
  for (const node of nodes) if (isSkipped(node) && node.uuid) parents.set(node.uuid, node.parentUuid ?? null);
  if (parents.size === 0) return;
  for (const line of lines) line.parentUuid = firstReadParent(line.parentUuid, parents);
}

function isSkipped(node: Node): boolean {
  if (!node.place.isSeen) return false;
  if (node.type === 'progress') return true;
  return (node.type === 'user' || node.type === 'assistant') && !isRead(node);
}

/** Walks a long run only once: afterwards every skipped line points to the end of the run. */
function firstReadParent(
  uuid: string | null | undefined,
  parents: Map<string, string | null>,
): string | null | undefined {
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
