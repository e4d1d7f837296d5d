import type { ResumeLine } from './resume-line.js';
import { Roots } from './roots.js';

const HEAL_WITHIN_MS = 5000;

/**
 * A5: a line whose parent is not in the file, or is the line itself, hangs on the latest line before it, at most five
 * seconds older and never one of its own descendants. Lines of a sidechain hang on each other.
 */
export function heal(lines: readonly ResumeLine[]): Healer {
  const healer = new Healer(lines);
  const dangling = lines.filter(isDangling);
  for (const line of dangling) line.parent = null;
  for (const line of dangling) healer.hang(line);
  return healer;
}

function isDangling(line: ResumeLine): boolean {
  return line.parent === line || (!line.parent && typeof line.parentUuid === 'string');
}

/** Here the client also takes times that are numbers. */
function timeOf({ node }: ResumeLine): number {
  return node.extra?.oddTime ?? node.time;
}

/** Hangs lines on new parents. The candidates are sorted when the first line needs one. */
export class Healer {
  private readonly roots = new Roots();
  private main: Candidates | undefined;
  private side: Candidates | undefined;

  constructor(private readonly lines: readonly ResumeLine[]) {}

  hang(line: ResumeLine): void {
    line.parent = this.candidatesFor(line).latestBefore(line);
  }

  /** B3: the parents of a line lead back to it. */
  hangOutOfCircle(line: ResumeLine): void {
    this.roots.forgetCircle(line);
    line.parent = null;
    this.hang(line);
  }

  private candidatesFor({ node }: ResumeLine): Candidates {
    if (node.isSidechain) {
      this.side ??= new Candidates(
        this.lines.filter((line) => line.node.isSidechain),
        this.roots,
      );
      return this.side;
    }
    this.main ??= new Candidates(
      this.lines.filter((line) => !line.node.isSidechain),
      this.roots,
    );
    return this.main;
  }
}

/**
 * The lines by time. A dangling line is a root until it is healed, so its descendants are the lines with that root;
 * both the way to the root and runs of neighbours with one root are shortened as they are walked, or a file of
 * dangling lines with one timestamp would cost the square of its length.
 */
class Candidates {
  /** Equal times stand last-in-file first, so that going back from the end meets the first in the file first. */
  private readonly byTime: ResumeLine[];
  private readonly runStart: number[];

  constructor(
    lines: readonly ResumeLine[],
    private readonly roots: Roots,
  ) {
    this.byTime = lines
      .filter((line) => !Number.isNaN(timeOf(line)))
      .sort((a, b) => timeOf(a) - timeOf(b) || b.order - a.order);
    this.runStart = this.byTime.map((_, at) => at);
  }

  latestBefore(line: ResumeLine): ResumeLine | null {
    const time = timeOf(line);
    const from = this.lastNotAfter(time);
    for (let at = from; at >= 0; at = (this.runStart[at] ?? 0) - 1) {
      const candidate = this.byTime[at];
      if (!candidate || timeOf(candidate) < time - HEAL_WITHIN_MS) return null;
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
      if (at && timeOf(at) <= time) low = middle + 1;
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
