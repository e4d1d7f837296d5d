import { type Entry, modernise, oldRole } from '../format/entry.js';
import { type Fields, ParsedFields } from '../read/fields.js';
import type { JsonObject, Line, LineProblem, LineProblemKind } from '../read/line.js';
import type { LinePlace } from '../read/line-place.js';
import { NodeMaker } from './make-node.js';
import type { Node } from './node.js';

/** An opened session: its nodes are in memory, its content is read on demand. */
export interface Session {
  /** The file's name without `.jsonl`: the id by which the client resumes it. */
  sessionId: string;
  /** The title that the client keeps in a file next to the session. */
  notedTitle?: string | undefined;
  nodes: Node[];
  lines: LineCounts;
  /** How many bytes were read. */
  size: number;
  /** The first problems of each kind; `problemCounts` counts them all. */
  problems: LineProblem[];
  problemCounts: Partial<Record<LineProblemKind, number>>;
  /** Reads the entry of a node. Old shapes are converted to their modern form; the file keeps its own. */
  read(node: Node): Entry;
  /** Yields every node with its entry, in file order. One pass over the file, for edits that read everything. */
  entries(): Iterable<[Node, Entry]>;
}

/** total = read + skipped + blank. */
export interface LineCounts {
  total: number;
  read: number;
  skipped: number;
  blank: number;
  /** Objects recovered from damaged lines. */
  recovered: number;
}

const MAX_PROBLEMS_OF_A_KIND = 100;

/** Collects what a session needs from each line, line by line. */
export class SessionBuilder {
  readonly lines: LineCounts = { total: 0, read: 0, skipped: 0, blank: 0, recovered: 0 };
  size = 0;
  readonly problems: LineProblem[] = [];
  readonly problemCounts: Partial<Record<LineProblemKind, number>> = {};
  private readonly maker: NodeMaker;

  constructor(detail: 'all' | 'graph' = 'all') {
    this.maker = new NodeMaker(detail);
  }

  get nodes(): Node[] {
    return this.maker.nodes;
  }

  add(line: Line): void {
    const { lines } = this;
    lines.total++;
    this.size += line.length;
    if (line.state === 'blank') lines.blank++;
    else if (line.state === 'skipped') lines.skipped++;
    else lines.read++;
    if (line.state === 'recovered') lines.recovered += line.objects.length;
    for (const problem of line.problems) this.addProblem(problem);
    let part = 0;
    for (const object of line.objects) this.addObject(object, line, part++);
  }

  private addObject(object: JsonObject, line: Line, part: number): void {
    const entry = modernise(object as Entry);
    const place = {
      line: line.number,
      byte: line.byte,
      length: line.length,
      part,
      isWhole: line.state === 'whole',
      isSeen: line.state === 'whole' || (part === 0 && line.isReadAtFirst === true),
      isModernised: oldRole(object as Entry) !== undefined,
    };
    this.maker.add(new ParsedFields(entry as JsonObject), place);
  }

  /** Adds a whole line that did not have to be parsed. */
  addWalked(fields: Fields, line: LinePlace): void {
    this.lines.total++;
    this.lines.read++;
    this.size += line.length;
    this.maker.addWalked(fields, line);
  }

  private addProblem(problem: LineProblem): void {
    const seen = (this.problemCounts[problem.kind] ?? 0) + 1;
    this.problemCounts[problem.kind] = seen;
    if (seen <= MAX_PROBLEMS_OF_A_KIND) this.problems.push(problem);
  }
}

/** Opens a session whose lines are all in memory. */
export function sessionOf(lines: Iterable<Line>, sessionId: string): Session {
  const builder = new SessionBuilder();
  const entries: Entry[] = [];
  for (const line of lines) {
    builder.add(line);
    for (const object of line.objects) entries.push(modernise(object as Entry));
  }
  return {
    sessionId,
    nodes: builder.nodes,
    lines: builder.lines,
    size: builder.size,
    problems: builder.problems,
    problemCounts: builder.problemCounts,
    read: (node) => entries[node.index] ?? {},
    entries: () => builder.nodes.map((node, at): [Node, Entry] => [node, entries[at] ?? {}]),
  };
}
