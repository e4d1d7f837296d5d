import type { Node } from '../graph/node.js';
import type { ResumeLine } from './resume-line.js';

/**
 * A6: what the last compaction left of the lines before it. Where a compaction names the lines it kept, those move
 * behind its anchor and everything else that stands before the boundary goes. All or nothing: a list with a line that
 * is not in the file changes nothing.
 */
export function keepPreserved<Key>(byKey: Map<Key | string, ResumeLine>): void {
  const lines = [...byKey.values()];
  const boundary = lines.findLast((line) => isBoundary(line.node));
  const listed = lines.findLast((line) => isBoundary(line.node) && hasList(line));
  if (!boundary || !listed) return;
  // A list that a later compaction has made stale keeps nothing.
  const kept = listed === boundary ? listedLines(boundary, byKey) : [];
  if (!kept) return;
  if (listed === boundary) moveBehindAnchor(kept, boundary, lines);
  forgetBefore(boundary, new Set(kept), byKey, kept.at(-1));
}

export function isBoundary(node: Node): boolean {
  return node.type === 'system' && node.subtype === 'compact_boundary';
}

function hasList({ node }: ResumeLine): boolean {
  const metadata = node.extra?.compactMetadata;
  return metadata?.preservedMessages?.uuids !== undefined || metadata?.preservedSegment !== undefined;
}

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
 * The kept lines follow the anchor in their order; what hangs on the anchor then, but for the first of them, hangs on
 * the last. An anchor that is itself listed thus makes circles, which are opened later.
 */
function moveBehindAnchor(kept: ResumeLine[], boundary: ResumeLine, lines: ResumeLine[]): void {
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

/** Whether the last compaction has moved the lines it kept. */
export function hasKeptLines(lines: readonly ResumeLine[]): boolean {
  const boundary = lines.findLast((line) => isBoundary(line.node));
  const { preservedMessages, preservedSegment } = boundary?.node.extra?.compactMetadata ?? {};
  const first = preservedMessages?.uuids ? preservedMessages.uuids[0] : preservedSegment?.headUuid;
  const anchorUuid = preservedMessages?.anchorUuid ?? preservedSegment?.anchorUuid;
  if (first === undefined || anchorUuid === undefined) return false;
  return lines.some((line) => line.node.uuid === first && line.parentUuid === anchorUuid);
}

/** Lines behind the boundary that hung on a forgotten line hang on the last kept one, else their parent is missing. */
function forgetBefore<Key>(
  boundary: ResumeLine,
  kept: Set<ResumeLine>,
  byKey: Map<Key | string, ResumeLine>,
  last: ResumeLine | undefined,
): void {
  const forgotten = new Set<string>();
  for (const [key, line] of byKey) {
    if (line.order >= boundary.order || kept.has(line)) continue;
    byKey.delete(key);
    if (line.node.uuid !== undefined) forgotten.add(line.node.uuid);
  }
  if (!last) return;
  for (const line of byKey.values()) {
    if (line.parentUuid && forgotten.has(line.parentUuid)) line.parentUuid = last.node.uuid;
  }
}
