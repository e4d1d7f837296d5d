import type { Span } from './finding.js';

/** One scan of one text. */
export interface Reader {
  readonly text: string;
  readonly spans: Span[];
  /** The end of the last value found by its name. Names inside it are part of the value. */
  namedUntil: number;
  /** The end of the last lines of base64 that were joined. No line is joined twice. */
  linesUntil: number;
  /** The word and the rest of a line whose ends were found last. */
  readonly word: Stretch;
  readonly line: Stretch;
  /** Scans decoded text in the same way. */
  read(decoded: string): Span[];
}

export interface Stretch {
  from: number;
  end: number;
}
