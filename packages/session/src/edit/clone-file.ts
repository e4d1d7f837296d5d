import { type Entry, isAssistant } from '../entry/entry.js';
import { isObject, parse } from '../line/json.js';
import { forEachRegion, newScratch, type Region } from '../scan/regions.js';
import type { Sink } from '../write/sink.js';
import { withContent } from './closure.js';
import type { FreshIds } from './fresh-ids.js';
import { lineOf } from './patch-line.js';

const UUID = Buffer.from('"uuid"');
const THINKING = Buffer.from('"thinking":"');
const SIGNATURE = Buffer.from('"signature"');
const API_REQUEST = Buffer.from('{"type":"api-request');
const SESSION_ID = Buffer.from('"sessionId"');
const QUOTE = 34;
const LINE_FEED = 10;

/**
 * Gathers the ids of a file's lines: each line gets a new one, and whatever session they say they belong to, in the
 * new file they belong to the new one.
 */
export function collectIds(file: string, ids: FreshIds, newSessionId: string): void {
  forEachRegion(file, newScratch(), (region) => {
    forEachValue(region, UUID, (id) => ids.add(id));
    forEachValue(region, SESSION_ID, (id) => ids.set(id, newSessionId));
  });
}

function forEachValue({ bytes, start, end }: Region, key: Buffer, take: (id: string) => void): void {
  for (let at = bytes.indexOf(key, start); at >= 0 && at < end; at = bytes.indexOf(key, at + 1)) {
    const open = bytes.indexOf(QUOTE, at + key.length);
    const close = bytes.indexOf(QUOTE, open + 1);
    if (close - open === UUID_LENGTH + 1 && close < end) take(bytes.toString('latin1', open + 1, close));
  }
}

const UUID_LENGTH = 36;

/**
 * Copies a file with new ids. Lines that record requests are left out: they describe the old session's. A signed
 * thought that names an old id cannot be changed without breaking its signature, so it is left out too.
 */
export function cloneFile(file: string, ids: FreshIds, sink: Sink): void {
  forEachRegion(file, newScratch(), (region) => {
    if (hasLinesToWork(region, ids)) writeLineByLine(region, ids, sink);
    else {
      ids.replaceIn(region.bytes, region.start, region.end);
      sink.write(region.bytes.subarray(region.start, region.end));
    }
  });
}

/**
 * The stretches of a region that a copy keeps as they are but for ids; undefined when some line is written anew.
 */
export function keptStretches(region: Region, ids: FreshIds): [number, number][] | undefined {
  const { bytes, start, end } = region;
  if (!hasLinesToWork(region, ids)) return [[start, end]];
  if (namesIdInThought(bytes, start, end, ids)) return undefined;
  const stretches: [number, number][] = [];
  forEachLine(region, (from, to) => {
    if (bytes.subarray(from, to).indexOf(API_REQUEST) !== 0) stretches.push([from, to]);
  });
  return stretches;
}

function hasLinesToWork({ bytes, start, end }: Region, ids: FreshIds): boolean {
  const request = bytes.indexOf(API_REQUEST, start);
  return (request >= 0 && request < end) || namesIdInThought(bytes, start, end, ids);
}

function namesIdInThought(bytes: Buffer, start: number, end: number, ids: FreshIds): boolean {
  for (let at = bytes.indexOf(THINKING, start); at >= 0 && at < end; at = bytes.indexOf(THINKING, at + 1)) {
    const stop = bytes.indexOf(SIGNATURE, at);
    if (ids.standsIn(bytes, at, stop < 0 ? end : Math.min(stop, end))) return true;
  }
  return false;
}

function writeLineByLine(region: Region, ids: FreshIds, sink: Sink): void {
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

/** One line with its new ids; undefined when it has no place in the new session. Works in place where it can. */
export function readyLine(line: Buffer, ids: FreshIds): Buffer | undefined {
  if (line.indexOf(API_REQUEST) === 0) return undefined;
  const kept = namesIdInThought(line, 0, line.length, ids) ? withoutThoughts(line) : line;
  ids.replaceIn(kept);
  return kept;
}

function withoutThoughts(line: Buffer): Buffer {
  const value = parse(line.toString('utf8'));
  if (!isObject(value) || !isAssistant(value as Entry)) return line;
  return lineOf(withContent(value as never, (block) => block.type !== 'thinking'));
}
