import { decode } from './decode.js';
import { isObject, parse } from './json.js';
import type { JsonObject, LineProblem, LineProblemKind, LineState } from './line.js';
import { recoverObjects } from './recover.js';

export interface ParseOptions {
  /** Also look for faults that cost no data (lone surrogates). Slower: every string is looked at. */
  thorough?: boolean;
}

export interface LineBytes {
  bytes: Uint8Array;
  start: number;
  /** Behind the line's ending. */
  end: number;
  number: number;
  /** Offset of `start` in the file. */
  byte: number;
}

export interface ParsedLine {
  state: LineState;
  objects: JsonObject[];
  problems: LineProblem[];
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const NO_PROBLEMS: LineProblem[] = [];
const NO_OBJECTS: JsonObject[] = [];
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** What stands on one line. Never throws: what cannot be read is a problem with its byte offset. */
export function parseLine(line: LineBytes, options: ParseOptions): ParsedLine {
  const { bytes } = line;
  let { start, end } = line;
  let problems = NO_PROBLEMS;
  const report = (kind: LineProblemKind, at: number, message: string): void => {
    if (problems === NO_PROBLEMS) problems = [];
    problems.push({ kind, line: line.number, byte: line.byte + (at - line.start), message });
  };

  if (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) {
    report('bom', start, 'the line begins with a byte order mark');
    start += 3;
  }
  const isTerminated = bytes[end - 1] === LINE_FEED;
  if (isTerminated) end--;
  else report('no_final_newline', end, 'the file does not end with a newline');
  if (isTerminated && bytes[end - 1] === CARRIAGE_RETURN) {
    end--;
    report('crlf', end, 'the line ends with CR LF');
  }

  const text = decode(bytes, start, end);
  const value = parse(text);
  if (isObject(value)) {
    if (text.includes('\ufffd') && !isUtf8(bytes.subarray(start, end))) {
      report('bad_utf8', start, 'some bytes are not UTF-8; they read as U+FFFD and are kept as they are in the file');
    }
    if (options.thorough && ESCAPED_SURROGATE.test(text) && !isWellFormed(value)) {
      report('lone_surrogate', start, 'a string holds half of a surrogate pair');
    }
    return { state: 'whole', objects: [value], problems };
  }

  if (isBlank(bytes, start, end)) {
    report('blank', start, 'the line is blank');
    return { state: 'blank', objects: NO_OBJECTS, problems };
  }
  if (value !== undefined) {
    report('not_object', start, 'the line is JSON but not an object');
    return { state: 'skipped', objects: NO_OBJECTS, problems };
  }
  const recovered = recoverObjects(bytes, start, end);
  for (const fault of recovered.faults) report(fault.kind, fault.at, fault.message);
  if (!isTerminated && recovered.objects.length === 0) {
    problems = problems.filter((problem) => problem.kind !== 'bad_json');
    report('torn', start, 'the last line was cut off while it was written');
  }
  return {
    state: recovered.objects.length > 0 ? 'recovered' : 'skipped',
    objects: recovered.objects,
    problems,
  };
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte !== 32 && byte !== 9 && byte !== 13) return false;
  }
  return true;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    // Fatal decoding has no other failure than bytes that are not UTF-8.
    return false;
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !LONE_SURROGATE.test(value);
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (isObject(value)) return Object.entries(value).every(([key, inner]) => isWellFormed(key) && isWellFormed(inner));
  return true;
}

// With the u flag a pair is one character, so this class matches halves only.
const LONE_SURROGATE = /[\ud800-\udfff]/u;
