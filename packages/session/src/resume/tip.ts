import { Children } from './children.js';
import type { ResumeLine } from './resume-line.js';

/**
 * B1: returns the line that a resume continues from: the last line of the file or, if that line has children because it
 * was written after them, the latest leaf below it. If no prompt or reply leads there, it is the last leaf that one
 * leads to.
 */
export function tipOf(lines: readonly ResumeLine[]): ResumeLine | undefined {
  const main = lines.filter((line) => line.mainOrder >= 0).sort((a, b) => a.mainOrder - b.mainOrder);
  const leaves = new Leaves(lines);
  const last = main.at(-1);
  const tip = last && leaves.latestBelow(last);
  if (!tip || hasConversation(tip)) return tip;
  const barren = new Set<ResumeLine>();
  const isLeaf = (line: ResumeLine) => leaves.has(line);
  return main.findLast((line) => isLeaf(line) && hasConversation(line, barren)) ?? main.findLast(isLeaf) ?? last;
}

/** Whether the line or one of its ancestors is a user or assistant line. `barren` remembers lines without any. */
export function hasConversation(line: ResumeLine, barren = new Set<ResumeLine>()): boolean {
  for (let at: ResumeLine | null = line; at && !barren.has(at); at = at.parent) {
    if (at.node.user || at.node.reply) return true;
    barren.add(at);
  }
  return false;
}

/** The lines without children. */
class Leaves {
  private readonly children: Children;
  /** B1: a line without a parentUuid field counts as a child of the line without a uuid. */
  private readonly noUuid: ResumeLine | null;

  constructor(lines: readonly ResumeLine[]) {
    this.noUuid = lines.find((line) => line.mainOrder >= 0 && line.node.uuid === undefined) ?? null;
    this.children = new Children(lines, (line) =>
      line.mainOrder >= 0 && !line.node.isSidechain ? this.parentOf(line) : null,
    );
  }

  has(line: ResumeLine): boolean {
    return !this.children.has(line);
  }

  /** In a cycle without a leaf, returns the latest line. */
  latestBelow(line: ResumeLine): ResumeLine {
    if (this.has(line)) return line;
    // The loop also visits the lines it adds.
    const below = new Set([line]);
    for (const each of below) for (const child of this.children.of(each)) below.add(child);
    const leaves = [...below].filter((each) => this.has(each));
    return (leaves.length > 0 ? leaves : [...below]).reduce((latest, each) => (isLater(each, latest) ? each : latest));
  }

  private parentOf(line: ResumeLine): ResumeLine | null {
    return line.parentUuid === undefined ? this.noUuid : line.parent;
  }
}

function isLater(a: ResumeLine, b: ResumeLine): boolean {
  const [timeA, timeB] = [a, b].map(({ node }) => (Number.isNaN(node.time) ? Number.NEGATIVE_INFINITY : node.time));
  if (timeA === undefined || timeB === undefined) return false;
  return timeA === timeB ? a.mainOrder > b.mainOrder : timeA > timeB;
}
