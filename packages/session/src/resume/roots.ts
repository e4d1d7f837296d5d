import type { ResumeLine } from './resume-line.js';

/**
 * Finds the topmost ancestor of a line; in a cycle, the line that closes it. Paths are remembered, so that repeated
 * queries about long chains stay cheap while lines get new parents.
 */
export class Roots {
  private readonly nearerRoot = new Map<ResumeLine, ResumeLine>();

  of(line: ResumeLine): ResumeLine {
    const passed = new Set<ResumeLine>();
    let at = line;
    for (let next = this.above(at); next && !passed.has(at); next = this.above(at)) {
      passed.add(at);
      at = next;
    }
    for (const each of passed) if (each !== at) this.nearerRoot.set(each, at);
    return at;
  }

  /** Call before breaking a cycle at one of its lines: paths remembered inside the cycle may skip that line. */
  forgetCycle(line: ResumeLine): void {
    this.nearerRoot.delete(line);
    for (let at = line.parent; at && at !== line; at = at.parent) this.nearerRoot.delete(at);
  }

  private above(line: ResumeLine): ResumeLine | null {
    return this.nearerRoot.get(line) ?? line.parent;
  }
}
