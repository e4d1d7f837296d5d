import type { ResumeLine } from './resume-line.js';

/** A set of lines of one session, one byte per line. A `Set` of 200,000 lines would take 12 MB. */
export class LineSet {
  private readonly marks: Uint8Array;

  /** `lines` in file order, as `linesOf` returns them. */
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
