import type { ResumeLine } from './resume-line.js';
import { Roots } from './roots.js';

const HEAL_WITHIN_MS = 5000;

/**
 * A5: a line whose parent is not in the file hangs on the latest line before it, at most five seconds older and never
 * one of its own descendants.
 */
export function heal(lines: readonly ResumeLine[]): void {
  const dangling = lines.filter(isDangling);
  if (dangling.length === 0) return;
  const candidates = new Candidates(lines);
  for (const line of dangling) line.parent = candidates.latestBefore(line);
}

function isDangling({ node, parent, parentUuid }: ResumeLine): boolean {
  return !parent && typeof parentUuid === 'string' && !node.isSidechain && !Number.isNaN(node.time);
}

/**
 * The lines by time. A dangling line is a root until it is healed, so its descendants are the lines with that root;
 * both the way to the root and runs of neighbours with one root are shortened as they are walked, or a file of
 * dangling lines with one timestamp would cost the square of its length.
 */
class Candidates {
  /** Equal times stand last-in-file first, so that going back from the end meets the first in the file first. */
  private readonly byTime: ResumeLine[];
  private readonly roots = new Roots();
  private readonly runStart: number[];

  constructor(lines: readonly ResumeLine[]) {
    this.byTime = lines
      .filter((line) => !line.node.isSidechain && !Number.isNaN(line.node.time))
      .sort((a, b) => a.node.time - b.node.time || b.order - a.order);
    this.runStart = this.byTime.map((_, at) => at);
  }

  latestBefore(line: ResumeLine): ResumeLine | null {
    const { time } = line.node;
    const from = this.lastNotAfter(time);
    for (let at = from; at >= 0; at = (this.runStart[at] ?? 0) - 1) {
      const candidate = this.byTime[at];
      if (!candidate || candidate.node.time < time - HEAL_WITHIN_MS) return null;
      if (this.roots.of(candidate) !== line) return candidate;
      this.joinRun(at, line);
    }
    return null;
  }

  private lastNotAfter(time: number): number {
    let low = 0;
    let high = this.byTime.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = this.byTime[middle];
      if (at && at.node.time <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Makes the run that ends at this place begin where the last run of the same root begins. */
  private joinRun(at: number, root: ResumeLine): void {
    let start = this.runStart[at] ?? at;
    for (
      let before = this.byTime[start - 1];
      before && this.roots.of(before) === root;
      before = this.byTime[start - 1]
    ) {
      start = this.runStart[start - 1] ?? start - 1;
    }
    this.runStart[at] = start;
  }
}
