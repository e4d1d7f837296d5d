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
  faults: Fault[];
}

const OPEN = 123;
const CLOSE = 125;
const QUOTE = 34;
const BACKSLASH = 92;

/** How many places in the rest of a damaged line are tried as the start of an object. */
const MAX_TRIES = 500;

/**
 * The whole objects on a line that is not one JSON object: two objects glued together, an object behind NUL bytes,
 * an object behind the torn start of another. What is not part of a whole object is reported.
 */
export function recoverObjects(bytes: Uint8Array, start: number, end: number): Recovered {
  const objects: JsonObject[] = [];
  const faults: Fault[] = [];
  let at = start;
  let tries = 0;
  while (at < end) {
    const byte = bytes[at];
    if (byte === 0) {
      const stop = endOfRun(bytes, at, end);
      faults.push({ kind: 'nul', at, message: `${stop - at} NUL bytes` });
      at = stop;
      continue;
    }
    if (byte === 32 || byte === 9 || byte === 13) {
      at++;
      continue;
    }
    const close = byte === OPEN ? endOfObject(bytes, at, end) : -1;
    const value = close > 0 ? parse(decode(bytes, at, close)) : undefined;
    if (isObject(value)) {
      if (objects.length > 0) faults.push({ kind: 'glued', at, message: 'another object follows on the same line' });
      objects.push(value);
      at = close;
      continue;
    }
    const next = tries < MAX_TRIES ? nextEntry(bytes, at + 1, end, MAX_TRIES - tries) : undefined;
    tries = next ? tries + next.tries : MAX_TRIES;
    const stop = next?.at ?? end;
    faults.push({ kind: 'bad_json', at, message: `${stop - at} bytes that are no JSON object` });
    at = stop;
  }
  return { objects, faults };
}

/** The next place where a whole object stands that looks like an entry, not like a part of the torn one. */
function nextEntry(
  bytes: Uint8Array,
  from: number,
  end: number,
  maxTries: number,
): { at: number; tries: number } | undefined {
  let tries = 0;
  for (let at = from; at < end && tries < maxTries; at++) {
    if (bytes[at] === 0) return { at, tries };
    if (bytes[at] !== OPEN || bytes[at + 1] !== QUOTE) continue;
    tries++;
    const close = endOfObject(bytes, at, end);
    if (close < 0) continue;
    const value = parse(decode(bytes, at, close));
    if (!isObject(value)) continue;
    if (looksLikeEntry(value)) return { at, tries };
    at = close - 1;
  }
  return undefined;
}

/** Entries name their session, message or place in the graph; content blocks and tool inputs do not. */
function looksLikeEntry(value: JsonObject): boolean {
  if (typeof value['type'] !== 'string') return false;
  return ['uuid', 'sessionId', 'leafUuid', 'messageId'].some((key) => typeof value[key] === 'string');
}

/** Index behind the brace that closes the object at `start`, or -1. */
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

/** Index of the quote that closes a string, or -1. */
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
