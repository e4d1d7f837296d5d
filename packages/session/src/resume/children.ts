import type { ResumeLine } from './resume-line.js';

/** The children of every line, in file order. Two numbers per line: a list for each would outweigh the lines. */
export class Children {
  /** By the parent's `order`: the index of its first child in `lines`. `next`, by a child's index: its next sibling. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;

  /** `lines` in file order, as `linesOf` returns them. */
  constructor(
    private readonly lines: readonly ResumeLine[],
    parentOf: (line: ResumeLine) => ResumeLine | null = (line) => line.parent,
  ) {
    this.first = new Int32Array((lines.at(-1)?.order ?? -1) + 1).fill(-1);
    this.next = new Int32Array(lines.length);
    for (let at = lines.length - 1; at >= 0; at--) {
      const line = lines[at];
      const parent = line && parentOf(line);
      if (!parent) continue;
      this.next[at] = this.first[parent.order] ?? -1;
      this.first[parent.order] = at;
    }
  }

  of(parent: ResumeLine): ResumeLine[] {
    const children: ResumeLine[] = [];
    for (let at = this.first[parent.order] ?? -1; at >= 0; at = this.next[at] ?? -1) {
      const child = this.lines[at];
      if (child) children.push(child);
    }
    return children;
  }

  has(parent: ResumeLine): boolean {
    return (this.first[parent.order] ?? -1) >= 0;
  }
}
