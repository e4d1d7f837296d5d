/** A JSON object as parsed from a line. Its keys keep their wire names. */
export type JsonObject = { [key: string]: unknown };

/** What can be wrong with a line. Only the kinds that damage a line cost the client that line. */
export type LineProblemKind =
  | 'bom'
  | 'crlf'
  | 'blank'
  | 'no_final_newline'
  | 'nul'
  | 'glued'
  | 'torn'
  | 'bad_json'
  | 'not_object'
  | 'bad_utf8'
  | 'lone_surrogate'
  | 'too_long'
  | 'too_deep';

/** Something wrong with a line, and where. */
export interface LineProblem {
  kind: LineProblemKind;
  /** 1-based line number. */
  line: number;
  /** Offset in the file of the first byte that is wrong. */
  byte: number;
  message: string;
}

export type LineState =
  /** The line is one JSON object: what every reader sees. */
  | 'whole'
  /** The line is damaged; `objects` holds what could be saved. Of them the client sees at most the first. */
  | 'recovered'
  /** Nothing on the line could be read. */
  | 'skipped'
  | 'blank';

/** One line of a session file. Lines tile the file: each starts where the one before it ended. */
export interface Line {
  /** 1-based. */
  number: number;
  /** Offset of its first byte in the file. */
  byte: number;
  /** Length in bytes, its ending included. */
  length: number;
  /**
   * The bytes, ending included. A view into a reused buffer: valid until the next line is asked for.
   * Absent only when the line is longer than the reader's limit.
   */
  bytes: Uint8Array | undefined;
  state: LineState;
  objects: JsonObject[];
  /** Set on a damaged line that begins with a whole object: the client reads that one and nothing behind it. */
  isReadAtFirst?: boolean | undefined;
  problems: LineProblem[];
}
