import type { ResumeLine } from '../../resume/resume-line.js';
import { Roots } from '../../resume/roots.js';

/** The average number of steps back per line, which limits the steps of all lines together. */
const MAX_STEPS_A_LINE = 64;

/** Finds the nearest earlier line in the file that is not a descendant of the given line. */
export class EarlierLines {
  private readonly main: ResumeLine[];
  private readonly positions = new Map<ResumeLine, number>();
  private readonly roots = new Roots();
  private left: number;

  constructor(lines: readonly ResumeLine[]) {
    this.main = lines.filter((line) => !line.node.isSidechain).sort((a, b) => a.order - b.order);
    this.main.forEach((line, at) => {
      this.positions.set(line, at);
    });
    this.left = MAX_STEPS_A_LINE * lines.length;
  }

  before(line: ResumeLine): ResumeLine | null {
    for (let at = (this.positions.get(line) ?? 0) - 1; at >= 0 && this.left > 0; at--) {
      this.left--;
      const candidate = this.main[at];
      if (candidate?.node.uuid !== undefined && this.roots.of(candidate) !== line) return candidate;
    }
    return null;
  }
}
