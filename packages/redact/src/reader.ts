import type { Span } from './finding.js';

/** One scan of one text. */
export interface Reader {
  readonly text: string;
  readonly spans: Span[];
  /** The end of the last value taken by its name: names inside it are part of the value. */
  namedUntil: number;
  /** The end of the last lines of base64 that were joined: no line is joined twice. */
  linesUntil: number;
  /** The last stretch without a space or quote, and the last rest of a line, that were measured. */
  readonly word: Stretch;
  readonly line: Stretch;
  /** The same scan for what an encoding holds. */
  read(decoded: string): Span[];
}

export interface Stretch {
  from: number;
  end: number;
}
