/** A JSON object as parsed from a line. Its keys keep their wire names. */
export type JsonObject = { [key: string]: unknown };

/** What can be wrong with a line. Only the kinds that damage a line make the client lose that line. */
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
  /** Offset in the file of the first bad byte. */
  byte: number;
  message: string;
}

export type LineState =
  /** The line is one JSON object, read the same by every reader. */
  | 'whole'
  /** The line is damaged; `objects` contains what was recovered. The client sees at most the first of them. */
  | 'recovered'
  /** Nothing on the line could be read. */
  | 'skipped'
  | 'blank';

/** One line of a session file. Lines tile the file: each starts where the previous one ended. */
export interface Line {
  /** 1-based. */
  number: number;
  /** Offset of its first byte in the file. */
  byte: number;
  /** Length in bytes, its ending included. */
  length: number;
  /**
   * The bytes, ending included. A view into a reused buffer: valid until the next line is requested. Absent only if the
   * line is longer than the reader's limit.
   */
  bytes: Uint8Array | undefined;
  state: LineState;
  objects: JsonObject[];
  /** Set on a damaged line that begins with a whole object: the client reads that object and nothing after it. */
  isReadAtFirst?: boolean | undefined;
  problems: LineProblem[];
}
