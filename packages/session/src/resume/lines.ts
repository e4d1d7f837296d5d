import type { CompactMetadata } from '../entry/system.js';
import type { Node } from '../graph/node.js';

/**
 * Step A: the lines as the client reads them. Only four types build the graph; each line hangs on the parent it has
 * after progress lines are seen through (A4), dangling parents are healed (A5) and preserved messages are moved (A6).
 */
export interface ResumeLine {
  node: Node;
  /** Place in file order; of two lines with one uuid, the first one's place and the last one's content. */
  order: number;
  /** Null on a root. */
  parent: ResumeLine | null;
  /** The line has no `parentUuid` at all: then the line without a uuid counts as a parent when the tip is looked for. */
  hasNoParentField: boolean;
}

/** Lines without a uuid share this slot. */
const NO_UUID = Symbol('no uuid');
type Key = string | typeof NO_UUID;

const HEAL_WITHIN_MS = 5000;

export function linesOf(nodes: readonly Node[]): ResumeLine[] {
  const byKey = lastCopies(nodes);
  const lines = [...byKey.values()];
  const dangling = hangOnParents(lines, byKey, progressParents(nodes));
  heal(dangling, lines);
  movePreserved(lines, byKey);
  return lines;
}

/** A1 to A3. */
function lastCopies(nodes: readonly Node[]): Map<Key, ResumeLine> {
  const byKey = new Map<Key, ResumeLine>();
  for (const node of nodes) {
    if (!isRead(node)) continue;
    const key = node.uuid ?? NO_UUID;
    const earlier = byKey.get(key);
    if (earlier) earlier.node = node;
    else byKey.set(key, { node, order: byKey.size, parent: null, hasNoParentField: false });
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

function progressParents(nodes: readonly Node[]): Map<string, string | null> {
  const parents = new Map<string, string | null>();
  for (const node of nodes) {
    if (node.type === 'progress' && node.place.isWhole && node.uuid) parents.set(node.uuid, node.parentUuid ?? null);
  }
  return parents;
}

/** A4. Gives back the lines whose parent is not in the file. */
function hangOnParents(
  lines: ResumeLine[],
  byKey: Map<Key, ResumeLine>,
  progress: Map<string, string | null>,
): ResumeLine[] {
  const dangling: ResumeLine[] = [];
  for (const line of lines) {
    const parentUuid = seeThrough(line.node.parentUuid, progress);
    line.hasNoParentField = parentUuid === undefined;
    if (typeof parentUuid !== 'string') continue;
    const parent = byKey.get(parentUuid);
    if (parent) line.parent = parent;
    else dangling.push(line);
  }
  return dangling;
}

function seeThrough(uuid: string | null | undefined, progress: Map<string, string | null>): string | null | undefined {
  const passed = new Set<string>();
  let parent = uuid;
  while (typeof parent === 'string' && progress.has(parent)) {
    if (passed.has(parent)) return null;
    passed.add(parent);
    parent = progress.get(parent) ?? null;
  }
  return parent;
}

/** A5. */
function heal(dangling: ResumeLine[], lines: ResumeLine[]): void {
  if (dangling.length === 0) return;
  const byTime = lines
    .filter((line) => !line.node.isSidechain && !Number.isNaN(line.node.time))
    .sort((a, b) => a.node.time - b.node.time || b.order - a.order);
  for (const line of dangling) {
    if (!line.node.isSidechain) line.parent = latestBefore(line, byTime);
  }
}

/** Equal times are sorted last-in-file first, so that going back from the end meets the first in the file last. */
function latestBefore(line: ResumeLine, byTime: ResumeLine[]): ResumeLine | null {
  const { time } = line.node;
  if (Number.isNaN(time)) return null;
  for (let at = lastNotAfter(byTime, time); at >= 0; at--) {
    const candidate = byTime[at];
    if (!candidate || candidate.node.time < time - HEAL_WITHIN_MS) return null;
    if (candidate !== line && !descends(candidate, line)) return candidate;
  }
  return null;
}

function lastNotAfter(byTime: ResumeLine[], time: number): number {
  let low = 0;
  let high = byTime.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = byTime[middle];
    if (at && at.node.time <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function descends(line: ResumeLine, ancestor: ResumeLine): boolean {
  const passed = new Set<ResumeLine>();
  for (let at = line.parent; at && !passed.has(at); at = at.parent) {
    if (at === ancestor) return true;
    passed.add(at);
  }
  return false;
}

/** A6: all or nothing. */
function movePreserved(lines: ResumeLine[], byKey: Map<Key, ResumeLine>): void {
  const metadata = lines.findLast((line) => hasPreserved(line.node.extra?.compactMetadata))?.node.extra
    ?.compactMetadata;
  if (!metadata) return;
  const anchor = byKey.get(metadata.preservedMessages?.anchorUuid ?? metadata.preservedSegment?.anchorUuid ?? '');
  const preserved = preservedLines(metadata, byKey);
  const last = preserved?.at(-1);
  if (!anchor || !preserved || !last) return;
  const moved = new Set(preserved);
  for (const line of lines) if (line.parent === anchor && !moved.has(line)) line.parent = last;
  let parent = anchor;
  for (const line of preserved) {
    line.parent = parent;
    parent = line;
  }
}

function hasPreserved(metadata: CompactMetadata | undefined): boolean {
  return metadata?.preservedMessages?.uuids !== undefined || metadata?.preservedSegment !== undefined;
}

function preservedLines(metadata: CompactMetadata, byKey: Map<Key, ResumeLine>): ResumeLine[] | undefined {
  const uuids = metadata.preservedMessages?.uuids;
  if (Array.isArray(uuids)) {
    const found = uuids.map((uuid) => byKey.get(uuid));
    return found.every((line) => line !== undefined) ? found : undefined;
  }
  const head = byKey.get(metadata.preservedSegment?.headUuid ?? '');
  const walked: ResumeLine[] = [];
  const passed = new Set<ResumeLine>();
  let at: ResumeLine | null = byKey.get(metadata.preservedSegment?.tailUuid ?? '') ?? null;
  for (; at && !passed.has(at); at = at.parent) {
    passed.add(at);
    walked.unshift(at);
    if (at === head) return walked;
  }
  return undefined;
}
