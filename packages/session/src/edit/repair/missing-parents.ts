import { heal } from '../../resume/heal.js';
import { linesOf } from '../../resume/lines.js';
import type { ResumeLine } from '../../resume/resume-line.js';
import { EarlierLines } from './earlier-lines.js';
import type { RepairDraft } from './repair-draft.js';

/**
 * Gives lines whose parent is not in the file another one. The client attaches such a line to one at most five seconds
 * older; without one, the conversation starts there, and a resume loses what came before.
 */
export function attachMissingParents(draft: RepairDraft): void {
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
    repair: `attach it to line ${parent.node.place.line}, ${to}`,
  } as const;
  draft.propose(finding, () => draft.plan.parents.set(node.index, uuid));
}
