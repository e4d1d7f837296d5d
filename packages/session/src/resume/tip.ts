import { Children } from './children.js';
import type { ResumeLine } from './resume-line.js';

/**
 * B1: the line that a resume goes on from. It is the last line; where others hang on that one, because a parent stands
 * behind its children, it is the latest of the ends that they lead to. Where that holds no conversation, it is the last
 * end that does.
 */
export function tipOf(lines: readonly ResumeLine[]): ResumeLine | undefined {
  const main = lines.filter((line) => line.mainOrder >= 0).sort((a, b) => a.mainOrder - b.mainOrder);
  const ends = new Ends(lines);
  const last = main.at(-1);
  const own = last && ends.latestUnder(last);
  if (!own || holdsConversation(own)) return own;
  const barren = new Set<ResumeLine>();
  const isEnd = (line: ResumeLine) => ends.has(line);
  return main.findLast((line) => isEnd(line) && holdsConversation(line, barren)) ?? main.findLast(isEnd) ?? last;
}

/** `barren` remembers the lines known to have no user or assistant line above them. */
export function holdsConversation(line: ResumeLine, barren = new Set<ResumeLine>()): boolean {
  for (let at: ResumeLine | null = line; at && !barren.has(at); at = at.parent) {
    if (at.node.user || at.node.reply) return true;
    barren.add(at);
  }
  return false;
}

/** The lines that no line hangs on. */
class Ends {
  private readonly children: Children;
  /** A line without a parentUuid field counts as a child of the line without a uuid. */
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

  /** Of a circle that leads to no end, the latest line. */
  latestUnder(line: ResumeLine): ResumeLine {
    if (this.has(line)) return line;
    // Grows while it is walked.
    const under = new Set([line]);
    for (const each of under) for (const child of this.children.of(each)) under.add(child);
    const ends = [...under].filter((each) => this.has(each));
    return (ends.length > 0 ? ends : [...under]).reduce((latest, each) => (isLater(each, latest) ? each : latest));
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
