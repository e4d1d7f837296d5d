import type { ResumeLine } from './resume-line.js';

/**
 * The line at the top of a line's ancestry. The way found is remembered, so that many questions about long chains stay
 * cheap while lines are being hung on new parents; a circle ends where it closes.
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

  /** Before a circle is opened at one of its lines: ways that were remembered inside it may lead past that line. */
  forgetCircle(line: ResumeLine): void {
    this.nearerRoot.delete(line);
    for (let at = line.parent; at && at !== line; at = at.parent) this.nearerRoot.delete(at);
  }

  private above(line: ResumeLine): ResumeLine | null {
    return this.nearerRoot.get(line) ?? line.parent;
  }
}
