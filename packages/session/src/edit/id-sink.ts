import { parse } from '../read/json.js';
import type { Sink } from '../write/sink.js';
import { hasEscapedLetters } from './escaped-letters.js';
import type { IdMap } from './id-map.js';
import { lineOf } from './patch-line.js';

const LINE_FEED = 10;

/** Replaces ids on the way to another sink. Takes whole lines, and changes the bytes it is given. */
export class IdSink implements Sink {
  constructor(
    private readonly ids: IdMap,
    private readonly sink: Sink,
  ) {}

  write(bytes: Buffer): void {
    if (this.ids.mayHide && hasEscapedLetters(bytes)) this.writeByLine(bytes);
    else this.writeReplaced(bytes);
  }

  /** A line that is written in pieces. */
  writeLong(give: (pieces: Sink) => void): void {
    replaceInPieces(this.ids, this.sink, give);
  }

  private writeByLine(bytes: Buffer): void {
    for (let start = 0; start < bytes.length; ) {
      const newline = bytes.indexOf(LINE_FEED, start);
      const end = newline < 0 ? bytes.length : newline + 1;
      this.writeReplaced(withPlainIds(bytes.subarray(start, end), this.ids));
      start = end;
    }
  }

  private writeReplaced(bytes: Buffer): void {
    this.ids.replaceIn(bytes);
    this.sink.write(bytes);
  }
}

/** One less than the length of an id: the most of one that can be at the end of a piece. */
const OVERLAP = 35;

/** Replaces ids in text that arrives in pieces: a file, or a line too long for memory. */
export function replaceInPieces(ids: IdMap, sink: Sink, give: (pieces: Sink) => void): void {
  let rest = Buffer.alloc(0);
  give({
    write: (piece) => {
      const bytes = Buffer.concat([rest, piece]);
      ids.replaceIn(bytes);
      const ready = Math.max(0, bytes.length - OVERLAP);
      sink.write(bytes.subarray(0, ready));
      rest = bytes.subarray(ready);
    },
  });
  sink.write(rest);
}

/** Rewrites a line whose escapes hide one of our ids; returns any other line unchanged. */
function withPlainIds(line: Buffer, ids: IdMap): Buffer {
  if (!hasEscapedLetters(line)) return line;
  const replaced = Buffer.from(line);
  ids.replaceIn(replaced);
  const plain = plainForm(replaced);
  return plain && ids.occursIn(plain) ? (plainForm(line) ?? line) : line;
}

function plainForm(line: Buffer): Buffer | undefined {
  const value = parse(line.toString('utf8'));
  return value === undefined ? undefined : lineOf(value, line);
}
