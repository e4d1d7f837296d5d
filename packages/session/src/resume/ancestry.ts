import type { Healer } from './heal.js';
import { LineSet } from './line-set.js';
import type { ResumeLine } from './resume-line.js';

/**
 * B3: returns a line and its ancestors up to a root, oldest first. A healer gives the line that closes a cycle a new
 * parent.
 */
export function ancestryOf(tip: ResumeLine, lines: readonly ResumeLine[], healer?: Healer): ResumeLine[] {
  const passed = new LineSet(lines);
  const ancestry: ResumeLine[] = [];
  for (let at: ResumeLine | null = tip; at && !passed.has(at); at = at.parent) {
    passed.add(at);
    ancestry.push(at);
    if (at.parent && passed.has(at.parent)) healer?.breakCycle(at);
  }
  return ancestry.reverse();
}
