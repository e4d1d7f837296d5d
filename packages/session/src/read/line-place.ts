/** Where a line is in its file. */
export interface LinePlace {
  /** 1-based line number. */
  line: number;
  byte: number;
  length: number;
}
