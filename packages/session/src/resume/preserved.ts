import type { Node } from '../model/node.js';
import type { ResumeLine } from './resume-line.js';

/**
 * A6: a compaction can list earlier lines that it kept. They move after its anchor, and all other lines before the
 * boundary are dropped. If one listed line is not in the file, nothing changes.
 */
export function keepPreserved<Key>(byKey: Map<Key | string, ResumeLine>): void {
  const lines = [...byKey.values()];
  const boundary = lines.findLast((line) => isBoundary(line.node));
  const listed = lines.findLast((line) => isBoundary(line.node) && hasList(line));
  if (!boundary || !listed) return;
  // The list of an earlier compaction is stale. It keeps nothing, but everything before the last boundary is dropped.
  const kept = listed === boundary ? listedLines(boundary, byKey) : [];
  if (!kept) return;
  if (listed === boundary) moveAfterAnchor(kept, boundary, lines);
  dropBefore(boundary, kept, byKey);
}

export function isBoundary(node: Node): boolean {
  return node.type === 'system' && node.subtype === 'compact_boundary';
}

function hasList({ node }: ResumeLine): boolean {
  const metadata = node.extra?.compactMetadata;
  return metadata?.preservedMessages?.uuids !== undefined || metadata?.preservedSegment !== undefined;
}

/** Returns undefined if a listed line, or the head of the listed segment, is not in the file. */
function listedLines<Key>(boundary: ResumeLine, byKey: Map<Key | string, ResumeLine>): ResumeLine[] | undefined {
  const metadata = boundary.node.extra?.compactMetadata;
  const uuids = metadata?.preservedMessages?.uuids;
  if (Array.isArray(uuids)) {
    const found = uuids.map((uuid) => byKey.get(uuid));
    return found.every((line) => line !== undefined) ? found : undefined;
  }
  const { headUuid, tailUuid } = metadata?.preservedSegment ?? {};
  const walked = new Set<ResumeLine>();
  let at = byKey.get(tailUuid ?? '');
  while (at && !walked.has(at)) {
    walked.add(at);
    if (at.node.uuid === headUuid) return [...walked].reverse();
    at = byKey.get(at.parentUuid ?? '');
  }
  return undefined;
}

/**
 * A6: the kept lines follow the anchor in their order, and the anchor's other children follow the last of them. An
 * anchor that is itself listed makes cycles, which B3 breaks.
 */
function moveAfterAnchor(kept: ResumeLine[], boundary: ResumeLine, lines: ResumeLine[]): void {
  const metadata = boundary.node.extra?.compactMetadata;
  const anchorUuid = metadata?.preservedMessages?.anchorUuid ?? metadata?.preservedSegment?.anchorUuid;
  const [first] = kept;
  const last = kept.at(-1);
  if (!last) return;
  let parentUuid: string | undefined = anchorUuid;
  for (const line of kept) {
    line.parentUuid = parentUuid;
    parentUuid = line.node.uuid;
  }
  if (anchorUuid === undefined) return;
  for (const line of lines) {
    if (line !== first && line.parentUuid === anchorUuid) line.parentUuid = last.node.uuid;
  }
}

/** Whether the last compaction moved the lines it kept. */
export function hasKeptLines(lines: readonly ResumeLine[]): boolean {
  const boundary = lines.findLast((line) => isBoundary(line.node));
  const { preservedMessages, preservedSegment } = boundary?.node.extra?.compactMetadata ?? {};
  const first = preservedMessages?.uuids ? preservedMessages.uuids[0] : preservedSegment?.headUuid;
  const anchorUuid = preservedMessages?.anchorUuid ?? preservedSegment?.anchorUuid;
  if (first === undefined || anchorUuid === undefined) return false;
  return lines.some((line) => line.node.uuid === first && line.parentUuid === anchorUuid);
}

/** A6: children of dropped lines follow the last kept line. If there is none, their parent is missing. */
function dropBefore<Key>(
  boundary: ResumeLine,
  kept: readonly ResumeLine[],
  byKey: Map<Key | string, ResumeLine>,
): void {
  const isKept = new Set(kept);
  const lastKept = kept.at(-1);
  const dropped = new Set<string>();
  for (const [key, line] of byKey) {
    if (line.order >= boundary.order || isKept.has(line)) continue;
    byKey.delete(key);
    if (line.node.uuid !== undefined) dropped.add(line.node.uuid);
  }
  if (!lastKept) return;
  for (const line of byKey.values()) {
    if (line.parentUuid && dropped.has(line.parentUuid)) line.parentUuid = lastKept.node.uuid;
  }
}
