import { type Entry, isAssistant } from '../entry/entry.js';
import type { Node } from '../graph/node.js';
import type { Session, SessionIds } from '../graph/session.js';
import { isObject, parse } from '../line/json.js';
import { forEachId } from '../outline/ids-seen.js';
import { forEachRegion, newScratch, type Region } from '../scan/regions.js';
import type { Sink } from '../write/sink.js';
import { withContent } from './closure.js';
import type { FreshIds } from './fresh-ids.js';
import type { IdReplacement } from './new-ids.js';
import { lineOf } from './patch-line.js';

export const THINKING = Buffer.from('"thinking":"');
const SIGNATURE = Buffer.from('"signature"');
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

/**
 * Copies a file with new ids. Lines that record requests are left out: they describe the old session's. A signed
 * thought that names an old id cannot be changed without breaking its signature, so it is left out too.
 */
export function cloneFile(file: string, ids: IdReplacement, sink: Sink): void {
  forEachRegion(file, newScratch(), (region) => {
    if (hasLinesToWork(region, ids)) writeLineByLine(region, ids, sink);
    else {
      ids.replaceIn(region.bytes, region.start, region.end);
      sink.write(region.bytes.subarray(region.start, region.end));
    }
  });
}

function hasLinesToWork({ bytes, start, end }: Region, ids: IdReplacement): boolean {
  const request = bytes.indexOf(API_REQUEST, start);
  return (request >= 0 && request < end) || namesIdInThought(bytes, start, end, ids);
}

/** Whether a signed thought in these bytes names an id that is replaced. */
export function namesIdInThought(bytes: Buffer, start: number, end: number, ids: IdReplacement): boolean {
  for (let at = bytes.indexOf(THINKING, start); at >= 0 && at < end; at = bytes.indexOf(THINKING, at + 1)) {
    const stop = bytes.indexOf(SIGNATURE, at);
    if (ids.standsIn(bytes, at, stop < 0 ? end : Math.min(stop, end))) return true;
  }
  return false;
}

function writeLineByLine(region: Region, ids: IdReplacement, sink: Sink): void {
  forEachLine(region, (from, to) => {
    const line = readyLine(region.bytes.subarray(from, to), ids);
    if (line) sink.write(line);
  });
}

function forEachLine({ bytes, start, end }: Region, take: (from: number, to: number) => void): void {
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
export function readyLine(line: Buffer, ids: IdReplacement): Buffer | undefined {
  if (isRequestRecord(line, 0)) return undefined;
  const kept = namesIdInThought(line, 0, line.length, ids) ? withoutThoughts(line) : line;
  ids.replaceIn(kept);
  return kept;
}

function withoutThoughts(line: Buffer): Buffer {
  const value = parse(line.toString('utf8'));
  if (!isObject(value) || !isAssistant(value as Entry)) return line;
  return lineOf(withContent(value as never, (block) => block.type !== 'thinking'));
}
