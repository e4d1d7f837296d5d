import { decode } from './decode.js';
import { DEEPEST, isTooDeep } from './depth.js';
import { isObject, parse } from './json.js';
import type { JsonObject, LineProblem, LineState } from './line.js';
import { type Fault, type Recovered, recoverObjects, type Span } from './recover.js';
import { firstLoneSurrogate } from './surrogate.js';
import { firstBadUtf8 } from './utf8.js';

export interface ParseOptions {
  /** Also report faults that lose no data (lone surrogates). Slower, because every escape is examined. */
  thorough?: boolean;
}

export interface LineBytes {
  bytes: Uint8Array;
  start: number;
  /** The index after the line's ending. */
  end: number;
  number: number;
  /** Offset of `start` in the file. */
  byte: number;
}

export interface ParsedLine {
  state: LineState;
  objects: JsonObject[];
  isReadAtFirst?: boolean;
  problems: LineProblem[];
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const OPEN = 123;
const CLOSE = 125;

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

// Shared by all lines without problems; frozen so that it is never filled.
const NO_PROBLEMS: LineProblem[] = [];
const NO_OBJECTS: JsonObject[] = [];
Object.freeze(NO_PROBLEMS);
Object.freeze(NO_OBJECTS);

/** Parses the content of one line. Never throws: what cannot be read is a problem with its byte offset. */
export function parseLine(line: LineBytes, options: ParseOptions): ParsedLine {
  const { bytes, start, end } = line;
  // Nearly every line is `{…}\n` and takes this fast path.
  if (bytes[start] === OPEN && bytes[end - 2] === CLOSE && bytes[end - 1] === LINE_FEED) {
    const text = decode(bytes, start, end - 1);
    const value = isTooDeep(text) ? undefined : parse(text);
    if (isObject(value) && !text.includes('\ufffd') && !(options.thorough && ESCAPED_SURROGATE.test(text))) {
      return { state: 'whole', objects: [value], problems: NO_PROBLEMS };
    }
  }
  return parseCarefully(line, options);
}

function parseCarefully(line: LineBytes, options: ParseOptions): ParsedLine {
  const { bytes } = line;
  // Concatenated rather than passed as arguments, because a call cannot take very many.
  let faults: Fault[] = [];
  const { start, end, isTerminated } = bareLine(line, faults);
  const result = (state: LineState, objects: JsonObject[]): ParsedLine => ({
    state,
    objects,
    problems: faults.length === 0 ? NO_PROBLEMS : faults.map((fault) => problemOf(fault, line)),
  });

  // Checked before parsing: an exception for each of a million empty lines would take seconds.
  if (isBlank(bytes, start, end)) {
    faults.push({ kind: 'blank', at: start, message: 'the line is blank' });
    return result('blank', NO_OBJECTS);
  }
  const text = decode(bytes, start, end);
  if (isTooDeep(text)) {
    const message = `values are nested more than ${DEEPEST} levels deep; the line is kept but not read`;
    faults.push({ kind: 'too_deep', at: start, message });
    return result('skipped', NO_OBJECTS);
  }
  const value = parse(text);
  if (text.includes('\ufffd')) checkUtf8(bytes, start, end, faults);
  if (isObject(value)) {
    if (options.thorough && ESCAPED_SURROGATE.test(text)) checkSurrogates(bytes, start, end, faults);
    return result('whole', [value]);
  }
  if (value !== undefined) {
    faults.push({ kind: 'not_object', at: start, message: 'the line is JSON but not an object' });
    return result('skipped', NO_OBJECTS);
  }

  const recovered = recoverObjects(bytes, start, end);
  if (recovered.objects.length > 0) {
    faults = faults.concat(recovered.faults);
    return { ...result('recovered', recovered.objects), isReadAtFirst: beginsWithObject(recovered) };
  }
  if (isTerminated) faults = faults.concat(recovered.faults);
  else {
    faults = faults.concat(recovered.faults.filter((fault) => fault.kind !== 'bad_json'));
    faults.push({ kind: 'torn', at: start, message: 'the last line was cut off while it was written' });
  }
  return result('skipped', NO_OBJECTS);
}

/** Whether only blanks precede the first object. */
function beginsWithObject({ spans, faults }: Recovered): boolean {
  const first = spans[0]?.start ?? 0;
  return faults.every((fault) => fault.at >= first);
}

/** Returns the spans of the objects recovered from a damaged line, in the order of the parsed line's `objects`. */
export function savedSpans(bytes: Uint8Array): Span[] {
  const { start, end } = bareLine({ bytes, start: 0, end: bytes.length, number: 0, byte: 0 }, []);
  return recoverObjects(bytes, start, end).spans;
}

/** Returns the line without byte order mark and ending. */
function bareLine(line: LineBytes, faults: Fault[]): { start: number; end: number; isTerminated: boolean } {
  const { bytes } = line;
  let { start, end } = line;
  if (end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) {
    faults.push({ kind: 'bom', at: start, message: 'the line begins with a byte order mark' });
    start += 3;
  }
  const isTerminated = end > start && bytes[end - 1] === LINE_FEED;
  if (!isTerminated) {
    faults.push({ kind: 'no_final_newline', at: end, message: 'the file does not end with a newline' });
    return { start, end, isTerminated };
  }
  end--;
  if (end > start && bytes[end - 1] === CARRIAGE_RETURN) {
    end--;
    faults.push({ kind: 'crlf', at: end, message: 'the line ends with CR LF' });
  }
  return { start, end, isTerminated };
}

function checkUtf8(bytes: Uint8Array, start: number, end: number, faults: Fault[]): void {
  const at = firstBadUtf8(bytes, start, end);
  // U+FFFD may also be in the file as a character of its own.
  if (at < 0) return;
  const message = 'some bytes are not UTF-8; they read as U+FFFD and are kept as they are in the file';
  faults.push({ kind: 'bad_utf8', at, message });
}

function checkSurrogates(bytes: Uint8Array, start: number, end: number, faults: Fault[]): void {
  const at = firstLoneSurrogate(bytes, start, end);
  if (at >= 0) faults.push({ kind: 'lone_surrogate', at, message: 'a string contains half of a surrogate pair' });
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte !== 32 && byte !== 9 && byte !== 13) return false;
  }
  return true;
}

function problemOf({ kind, at, message }: Fault, line: LineBytes): LineProblem {
  return { kind, line: line.number, byte: line.byte + (at - line.start), message };
}
