import { linesOf } from '../../resume/lines.js';
import type { ResumeLine } from '../../resume/resume-line.js';
import { EarlierLines } from './earlier-lines.js';
import type { RepairDraft } from './repair-draft.js';

/** Lines that name themselves as their parent: a resume stops there, and what stood before is lost to it. */
export function hangSelfParents(draft: RepairDraft): void {
  const lines = linesOf(draft.nodes());
  const own = lines.filter(({ node }) => node.uuid !== undefined && node.parentUuid === node.uuid && !node.isSidechain);
  if (own.length === 0) return;
  // Nothing hangs on a circle while the line before is looked for.
  for (const line of own) line.parent = null;
  const earlier = new EarlierLines(lines);
  for (const line of own) {
    line.parent = earlier.before(line);
    propose(draft, line);
  }
}

function propose(draft: RepairDraft, { node, parent }: ResumeLine): void {
  const { line, byte } = node.place;
  const what = 'it is its own parent, so a resume loses everything before it';
  const repair = parent
    ? `hang it on line ${parent.node.place.line}, the line before it`
    : 'let it begin the conversation';
  draft.propose({ kind: 'parent', line, byte, what, repair }, () => {
    draft.plan.parents.set(node.index, parent?.node.uuid ?? null);
  });
}
