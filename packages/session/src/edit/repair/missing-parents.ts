import { heal } from '../../resume/heal.js';
import { linesOf } from '../../resume/lines.js';
import type { ResumeLine } from '../../resume/resume-line.js';
import { Roots } from '../../resume/roots.js';
import type { RepairDraft } from './repair-draft.js';

/** Steps back that all lines may take together, in lines of the file. */
const MAX_STEPS_A_LINE = 64;

/**
 * Lines whose parent is not in the file. The client hangs those on a line at most five seconds older; for the others
 * the conversation begins anew there, and what stood before is lost to it.
 */
export function hangMissingParents(draft: RepairDraft): void {
  const nodes = draft.nodes();
  const lines = linesOf(nodes);
  const known = new Set<string>();
  for (const { uuid } of nodes) if (uuid !== undefined) known.add(uuid);
  const dangling = lines.filter(
    ({ node, parent, parentUuid }) =>
      !parent && !node.isSidechain && typeof parentUuid === 'string' && !known.has(parentUuid),
  );
  if (dangling.length === 0) return;
  heal(lines);
  const earlier = new EarlierLines(lines);
  for (const line of dangling) {
    const healed = line.parent;
    line.parent ??= earlier.before(line);
    if (line.parent) propose(draft, line, line.parent, healed !== null);
  }
}

function propose(draft: RepairDraft, { node, parentUuid }: ResumeLine, parent: ResumeLine, isHealed: boolean): void {
  const { uuid } = parent.node;
  if (uuid === undefined) return;
  const { line, byte } = node.place;
  const why = isHealed ? '' : ', so a resume loses everything before it';
  const to = isHealed ? 'where the client would' : 'the line before it';
  const finding = {
    kind: 'parent',
    line,
    byte,
    what: `its parent ${parentUuid} is not in the file${why}`,
    repair: `hang it on line ${parent.node.place.line}, ${to}`,
  } as const;
  draft.propose(finding, () => draft.plan.parents.set(node.index, uuid));
}

/** Finds the line that stands before another in the file and does not itself hang on that one. */
class EarlierLines {
  private readonly main: ResumeLine[];
  private readonly positions = new Map<ResumeLine, number>();
  private readonly roots = new Roots();
  private left: number;

  constructor(lines: readonly ResumeLine[]) {
    this.main = lines.filter((line) => !line.node.isSidechain).sort((a, b) => a.order - b.order);
    this.main.forEach((line, at) => {
      this.positions.set(line, at);
    });
    this.left = MAX_STEPS_A_LINE * lines.length;
  }

  before(line: ResumeLine): ResumeLine | null {
    for (let at = (this.positions.get(line) ?? 0) - 1; at >= 0 && this.left > 0; at--) {
      this.left--;
      const candidate = this.main[at];
      if (candidate?.node.uuid !== undefined && this.roots.of(candidate) !== line) return candidate;
    }
    return null;
  }
}
