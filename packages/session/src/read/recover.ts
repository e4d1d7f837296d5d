import { decode } from './decode.js';
import { isObject, parse } from './json.js';
import type { JsonObject, LineProblemKind } from './line.js';

export interface Fault {
  kind: LineProblemKind;
  /** Index in the buffer. */
  at: number;
  message: string;
}

export interface Recovered {
  objects: JsonObject[];
  /** Where each of them is in the buffer. */
  spans: Span[];
  faults: Fault[];
}

export interface Span {
  start: number;
  end: number;
}

const OPEN = 123;
const CLOSE = 125;
const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const UNDERSCORE = 95;
const CLOSE_LIST = 93;

/**
 * The budget for recovering a damaged line, in multiples of its length. Each place where an unclosed object begins
 * costs one scan to the line's end, and a torn object has only a handful.
 */
const MAX_SCANS = 16;
const MIN_SEARCH_BYTES = 16 * 1024 * 1024;

/** Each recovered object costs memory, however short it is. A writer that lost its newlines glues a few hundred. */
const MAX_OBJECTS = 20_000;

interface Search {
  bytes: Uint8Array;
  end: number;
  /** Bytes that may still be scanned. */
  left: number;
}

/**
 * Returns the whole objects on a line that is not one JSON object: two objects glued together, an object after NUL
 * bytes, an object after the torn start of another. Bytes outside whole objects are reported.
 */
export function recoverObjects(bytes: Uint8Array, start: number, end: number): Recovered {
  const objects: JsonObject[] = [];
  const spans: Span[] = [];
  const faults: Fault[] = [];
  const search: Search = { bytes, end, left: MIN_SEARCH_BYTES + MAX_SCANS * (end - start) };
  let at = start;
  while (at < end) {
    const byte = bytes[at];
    if (byte === 0) {
      const stop = endOfRun(bytes, at, end);
      faults.push({ kind: 'nul', at, message: stop - at === 1 ? '1 NUL byte' : `${stop - at} NUL bytes` });
      at = stop;
      continue;
    }
    if (isSpace(byte)) {
      at++;
      continue;
    }
    const found = byte === OPEN ? objectAt(search, at) : undefined;
    if (found && objects.length === MAX_OBJECTS) {
      const message = `${end - at} bytes after ${MAX_OBJECTS} objects on one line; they are kept but not read`;
      faults.push({ kind: 'glued', at, message });
      break;
    }
    if (found) {
      if (objects.length > 0) faults.push({ kind: 'glued', at, message: 'another object follows on the same line' });
      objects.push(found.object);
      spans.push({ start: at, end: found.close });
      at = found.close;
      continue;
    }
    const stop = nextReadable(search, at + 1);
    faults.push({ kind: 'bad_json', at, message: `${stop - at} bytes that are not a JSON object` });
    at = stop;
  }
  return { objects, spans, faults };
}

/** Returns the next place where NUL bytes begin, or a whole object that is an entry and not part of the torn one. */
function nextReadable(search: Search, from: number): number {
  const { bytes, end } = search;
  for (let at = from; at < end && search.left > 0; at++) {
    if (bytes[at] === 0) return at;
    if (bytes[at] !== OPEN || !hasKeyAt(search, at + 1)) continue;
    const found = objectAt(search, at);
    if (!found) continue;
    if (looksLikeEntry(found.object) && !isNested(search, found.close)) return at;
    at = found.close - 1;
  }
  return end;
}

function objectAt(search: Search, at: number): { object: JsonObject; close: number } | undefined {
  const close = endOfObject(search.bytes, at, search.end);
  search.left -= (close < 0 ? search.end : close) - at;
  const object = close < 0 ? undefined : parse(decode(search.bytes, at, close));
  return isObject(object) ? { object, close } : undefined;
}

/** Distinguishes `{"type":` from a brace at the end of a string, as in the lines of a patch. Field names are words. */
function hasKeyAt({ bytes, end }: Search, quote: number): boolean {
  if (bytes[quote] !== QUOTE) return false;
  let at = quote + 1;
  while (at < end && isWordCharacter(bytes[at])) at++;
  return at > quote + 1 && bytes[at] === QUOTE && bytes[at + 1] === COLON;
}

/** Progress lines contain whole entries: if text follows such an object, it is part of that line. */
function isNested({ bytes, end }: Search, close: number): boolean {
  let at = close;
  while (at < end && isSpace(bytes[at])) at++;
  return at < end && (bytes[at] === COMMA || bytes[at] === CLOSE || bytes[at] === CLOSE_LIST);
}

/** Entries name their session, time or place in the graph; content blocks and tool inputs do not. */
function looksLikeEntry(object: JsonObject): boolean {
  // The lines of some old versions have no type.
  if (typeof object['type'] !== 'string' && !isObject(object['message'])) return false;
  return ['uuid', 'sessionId', 'leafUuid', 'messageId', 'timestamp'].some((key) => typeof object[key] === 'string');
}

/** Returns the index after the brace that closes the object at `start`, or -1. */
function endOfObject(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at + 1, end);
      if (at < 0) return -1;
    } else if (byte === OPEN) depth++;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  return -1;
}

/** Returns the index of the quote that closes a string, or -1. */
function endOfString(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at++;
    else if (byte === QUOTE) return at;
  }
  return -1;
}

function endOfRun(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] === 0) at++;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

function isWordCharacter(byte = 0): boolean {
  const letter = byte | 32;
  return (letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57) || byte === UNDERSCORE;
}
