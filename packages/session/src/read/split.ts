import type { JsonObject, Line, LineProblem } from './line.js';
import { type ParsedLine, type ParseOptions, parseLine } from './parse.js';

const LINE_FEED = 10;
const NO_BYTES = new Uint8Array(0);

export interface SplitOptions extends ParseOptions {
  /** Longer lines are kept in the file but not read. 64 MiB by default. */
  maxLineBytes?: number;
  /** What to take for a line instead of parsing it, judged by its first bytes; undefined to parse it. */
  insteadOf?: ((bytes: Uint8Array, start: number, end: number) => JsonObject | undefined) | undefined;
}

/** The longest possible string. A longer line cannot be decoded, whatever the caller allows. */
const MAX_STRING_LENGTH = 0x1fffffe8;

/**
 * Splits chunks of bytes, of any size, into lines. Chunk borders do not affect the result. Pass chunks in order to
 * `push`, then call `end` once. Take all lines of a chunk before passing the next one.
 */
export class LineSplitter {
  private readonly options: SplitOptions;
  private readonly maxLineBytes: number;
  private number = 1;
  private byte = 0;
  private chunk: Uint8Array = NO_BYTES;
  /** The start of the next line in the chunk. */
  private start = 0;
  /** Bytes of the line that has begun but not ended, in pieces so that a long line is joined only once. */
  private pieces: Uint8Array[] = [];
  private pending = 0;

  constructor(options: SplitOptions = {}) {
    this.options = options;
    this.maxLineBytes = lineLimit(options);
  }

  *push(chunk: Uint8Array): Generator<Line> {
    this.give(chunk);
    for (let line = this.take(); line; line = this.take()) yield line;
  }

  /** Yields the last line, if the file does not end with a newline. */
  *end(): Generator<Line> {
    const line = this.takeLast();
    if (line) yield line;
  }

  /**
   * `push` in two steps, for loops that must avoid the cost of a generator: call `give`, then `take` until undefined.
   */
  give(chunk: Uint8Array): void {
    this.chunk = chunk;
    this.start = 0;
  }

  take(): Line | undefined {
    const { chunk, start } = this;
    const newline = chunk.indexOf(LINE_FEED, start);
    if (newline < 0) {
      if (start < chunk.length) this.keep(chunk.subarray(start));
      this.give(NO_BYTES);
      return undefined;
    }
    this.start = newline + 1;
    if (this.pending > 0) return this.joined(chunk.subarray(start, newline + 1));
    return this.line(chunk, start, newline + 1);
  }

  takeLast(): Line | undefined {
    return this.pending > 0 ? this.joined(NO_BYTES) : undefined;
  }

  private keep(rest: Uint8Array): void {
    this.pending += rest.length;
    if (this.pending > this.maxLineBytes) this.pieces = [];
    else this.pieces.push(copy(rest));
  }

  private joined(last: Uint8Array): Line {
    const length = this.pending + last.length;
    const pieces = this.pieces;
    this.pieces = [];
    this.pending = 0;
    if (length > this.maxLineBytes) return this.tooLong(length);
    return this.line(concatenate([...pieces, last], length), 0, length);
  }

  private line(bytes: Uint8Array, start: number, end: number): Line {
    if (end - start > this.maxLineBytes) return this.tooLong(end - start);
    const { number, byte } = this;
    this.number++;
    this.byte += end - start;
    const parsed = this.known(bytes, start, end) ?? parseLine({ bytes, start, end, number, byte }, this.options);
    return {
      number,
      byte,
      length: end - start,
      bytes: bytes.subarray(start, end),
      state: parsed.state,
      isReadAtFirst: parsed.isReadAtFirst,
      objects: parsed.objects,
      problems: parsed.problems,
    };
  }

  private known(bytes: Uint8Array, start: number, end: number): ParsedLine | undefined {
    const object = this.options.insteadOf?.(bytes, start, end);
    return object && { state: 'whole', objects: [object], problems: [] };
  }

  private tooLong(length: number): Line {
    const { number, byte } = this;
    this.number++;
    this.byte += length;
    return longLine({ number, byte, length }, this.maxLineBytes);
  }
}

/** Returns the limit that an option sets. */
export function lineLimit({ maxLineBytes = 64 * 1024 * 1024 }: SplitOptions): number {
  return Math.min(maxLineBytes, MAX_STRING_LENGTH);
}

/** Returns a line above the limit: it is in the file, but its content is unknown. */
export function longLine({ number, byte, length }: Pick<Line, 'number' | 'byte' | 'length'>, limit: number): Line {
  const message = `the line has ${length} bytes, more than the limit of ${limit}; it is kept but not read`;
  const problem: LineProblem = { kind: 'too_long', line: number, byte, message };
  return { number, byte, length, bytes: undefined, state: 'skipped', objects: [], problems: [problem] };
}

/** Splits bytes that are all in memory into lines. */
export function* splitBytes(bytes: Uint8Array, options: SplitOptions = {}): Generator<Line> {
  const splitter = new LineSplitter(options);
  yield* splitter.push(bytes);
  yield* splitter.end();
}

function concatenate(pieces: Uint8Array[], length: number): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only) return only;
  const whole = allocate(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Not `slice`: for a Buffer it returns a view of the reader's reused memory. */
function copy(bytes: Uint8Array): Uint8Array {
  const copied = allocate(bytes.length);
  copied.set(bytes);
  return copied;
}

/** Uses a Buffer if available: its decoders are faster. */
function allocate(length: number): Uint8Array {
  return typeof Buffer === 'undefined' ? new Uint8Array(length) : Buffer.allocUnsafe(length);
}
