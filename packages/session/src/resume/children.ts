import type { ResumeLine } from './resume-line.js';

/** Which lines hang on a line, in file order. Two numbers a line: lists of their own would outweigh the lines. */
export class Children {
  /** By the parent's order: the place of its first child in `lines`, and by a child's place that of the next. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;

  /** `lines` stand in their order, as `linesOf` gives them. */
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
