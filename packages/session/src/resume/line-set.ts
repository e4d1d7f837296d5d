import type { ResumeLine } from './resume-line.js';

/** A set of the lines of one session. A byte a line: a conversation of 200,000 lines would be a Set of 12 MB. */
export class LineSet {
  private readonly marks: Uint8Array;

  /** `lines` stand in their order, as `linesOf` gives them. */
  constructor(lines: readonly ResumeLine[]) {
    this.marks = new Uint8Array((lines.at(-1)?.order ?? -1) + 1);
  }

  has(line: ResumeLine): boolean {
    return this.marks[line.order] === 1;
  }

  add(line: ResumeLine): void {
    this.marks[line.order] = 1;
  }
}
