import type { ResumeLine } from './resume-line.js';
import { Roots } from './roots.js';

const HEAL_WITHIN_MS = 5000;

/**
 * A5: a line whose parent is not in the file, or is the line itself, gets a new parent: the latest line that is not
 * younger, at most five seconds older and not one of its descendants. Sidechain lines only get sidechain parents, main
 * lines only main ones.
 */
export function heal(lines: readonly ResumeLine[]): Healer {
  const healer = new Healer(lines);
  const dangling = lines.filter(isDangling);
  for (const line of dangling) line.parent = null;
  for (const line of dangling) healer.findParent(line);
  return healer;
}

function isDangling(line: ResumeLine): boolean {
  return line.parent === line || (!line.parent && typeof line.parentUuid === 'string');
}

/** A5: here the client also accepts numbers as times. */
function timeOf({ node }: ResumeLine): number {
  return node.extra?.oddTime ?? node.time;
}

/** Finds new parents. The candidates are sorted when the first line needs one. */
export class Healer {
  private readonly roots = new Roots();
  private main: Candidates | undefined;
  private side: Candidates | undefined;

  constructor(private readonly lines: readonly ResumeLine[]) {}

  findParent(line: ResumeLine): void {
    line.parent = this.candidatesFor(line).latestBefore(line);
  }

  /** B3: gives a new parent to a line whose ancestors lead back to it. */
  breakCycle(line: ResumeLine): void {
    this.roots.forgetCycle(line);
    line.parent = null;
    this.findParent(line);
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
 * The lines by time. A dangling line is a root until it is healed, so its descendants are the lines with that root.
 * Both the path to the root and runs of neighbours with one root are shortened as they are walked: otherwise the cost
 * would be quadratic for a file of dangling lines with one timestamp.
 */
class Candidates {
  /** Of equal times the last in the file comes first: walking backwards then meets the first in the file first. */
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

  /** Extends the run that ends here back over earlier neighbours with the same root. */
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
