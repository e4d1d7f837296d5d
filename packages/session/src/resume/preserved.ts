import type { ResumeLine } from './resume-line.js';

/**
 * A6: what the last compaction left of the lines before it. Where a compaction names the lines it kept, those move
 * behind its anchor and everything else that stands before the boundary goes. All or nothing: a list with a line that
 * is not in the file changes nothing.
 */
export function keepPreserved<Key>(byKey: Map<Key | string, ResumeLine>): void {
  const lines = [...byKey.values()];
  const boundary = lines.findLast(isBoundary);
  const listed = lines.findLast((line) => isBoundary(line) && hasList(line));
  if (!boundary || !listed) return;
  // A list that a later compaction has made stale keeps nothing.
  const kept = listed === boundary ? listedLines(boundary, byKey) : [];
  if (!kept) return;
  if (listed === boundary) moveBehindAnchor(kept, boundary, lines);
  forgetBefore(boundary, new Set(kept), byKey, kept.at(-1));
}

function isBoundary({ node }: ResumeLine): boolean {
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

/** The kept lines follow the anchor in their order; what hung on the anchor hangs on the last of them. */
function moveBehindAnchor(kept: ResumeLine[], boundary: ResumeLine, lines: ResumeLine[]): void {
  const metadata = boundary.node.extra?.compactMetadata;
  const anchorUuid = metadata?.preservedMessages?.anchorUuid ?? metadata?.preservedSegment?.anchorUuid;
  const last = kept.at(-1);
  if (!last) return;
  if (anchorUuid !== undefined) {
    for (const line of lines) if (line.parentUuid === anchorUuid) line.parentUuid = last.node.uuid;
  }
  let parentUuid: string | undefined = anchorUuid;
  for (const line of kept) {
    line.parentUuid = parentUuid;
    parentUuid = line.node.uuid;
  }
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
