import type { Node } from '../graph/node.js';
import type { Session, SessionIds } from '../graph/session.js';
import { hasEscapedLetters } from '../outline/escaped-letters.js';
import { forEachId } from '../outline/ids-seen.js';
import { forEachRegion, newScratch, type Region } from '../scan/regions.js';
import type { Sink } from '../write/sink.js';
import type { FreshIds } from './fresh-ids.js';
import { withPlainIds } from './hidden-ids.js';
import type { LeftBehind } from './left-behind.js';
import type { IdReplacement } from './new-ids.js';
import { namesIdInThought, withoutNamingThoughts } from './signed-thoughts.js';

const API_REQUEST = Buffer.from('{"type":"api-request');
const LINE_FEED = 10;

/**
 * Gathers the ids of a file's lines: each line gets a new one, and whatever session they say they belong to, in the
 * new file they belong to the new one.
 */
export function collectIds(file: string, ids: FreshIds, newSessionId: string): void {
  forEachRegion(file, newScratch(), (region) => {
    forEachId(region, { uuid: (id) => ids.add(id), session: (id) => ids.set(id, newSessionId) });
  });
}

/** The same of a session that was read. */
export function collectIdsOf({ nodes, ids: seen }: Session & { ids: SessionIds }, ids: FreshIds, id: string): void {
  for (const { uuid } of nodes) if (uuid !== undefined) ids.add(uuid);
  for (const uuid of seen.uuids) ids.add(uuid);
  for (const session of seen.sessions) ids.set(session, id);
}

export interface Cloning {
  ids: IdReplacement;
  /** Counts what has no place in the new session. */
  left: LeftBehind;
  /** False when it is known that no id is written with escapes. */
  mayHideIds?: boolean;
}

/**
 * Copies a file with new ids. Lines that record requests are left out: they describe the old session's. A signed
 * thought that names an old id cannot be changed without breaking its signature, so it is left out too.
 */
export function cloneFile(file: string, { ids, left }: Cloning, sink: Sink): void {
  forEachRegion(file, newScratch(), (region) => {
    if (hasLinesToWork(region, ids)) writeLineByLine(region, { ids, left }, sink);
    else {
      ids.replaceIn(region.bytes, region.start, region.end);
      sink.write(region.bytes.subarray(region.start, region.end));
    }
  });
}

function hasLinesToWork({ bytes, start, end }: Region, ids: IdReplacement): boolean {
  const request = bytes.indexOf(API_REQUEST, start);
  return (
    (request >= 0 && request < end) || namesIdInThought(bytes, start, end, ids) || hasEscapedLetters(bytes, start, end)
  );
}

function writeLineByLine(region: Region, cloning: Cloning, sink: Sink): void {
  forEachLine(region, (from, to) => {
    const line = readyLine(region.bytes.subarray(from, to), cloning);
    if (line) sink.write(line);
  });
}

export function forEachLine(
  { bytes, start, end }: Pick<Region, 'bytes' | 'start' | 'end'>,
  take: (from: number, to: number) => void,
): void {
  let at = start;
  while (at < end) {
    const newline = bytes.indexOf(LINE_FEED, at);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    take(at, next);
    at = next;
  }
}

/** Whether a line may need more than new ids: it records a request, or it holds thoughts. */
export function needsMoreThanIds({ type, reply }: Node): boolean {
  return type.startsWith('api-request') || (reply !== undefined && reply.thoughts > 0);
}

export function isRequestRecord(bytes: Buffer, start: number): boolean {
  return API_REQUEST.every((byte, index) => bytes[start + index] === byte);
}

/** One line with its new ids; undefined when it has no place in the new session. Works in place where it can. */
export function readyLine(line: Buffer, { ids, left, mayHideIds }: Cloning): Buffer | undefined {
  if (isRequestRecord(line, 0)) {
    left.requests++;
    return undefined;
  }
  const plain = mayHideIds === false ? line : withPlainIds(line, ids);
  const kept = namesIdInThought(plain, 0, plain.length, ids)
    ? withoutNamingThoughts(plain, ids)
    : { line: plain, count: 0 };
  left.thoughts += kept.count;
  ids.replaceIn(kept.line);
  return kept.line;
}
