import type { Node } from '../../model/node.js';
import { heal } from '../../resume/heal.js';
import { linesOf } from '../../resume/lines.js';
import type { ResumeLine } from '../../resume/resume-line.js';
import { EarlierLines } from './earlier-lines.js';
import type { RepairDraft } from './repair-draft.js';

/**
 * Gives a new parent to lines whose parent is not in the file. The client attaches such a line to one at most five
 * seconds older; if there is none, the conversation starts there, and a resume loses everything before.
 */
export function attachMissingParents(draft: RepairDraft): void {
  const nodes = draft.nodes();
  const lines = linesOf(nodes);
  const loose = lines.filter(
    ({ node, parent, parentUuid }) => !parent && !node.isSidechain && typeof parentUuid === 'string',
  );
  if (loose.length === 0) return;
  const known = new Map<string, Node>();
  for (const node of nodes) if (node.uuid !== undefined) known.set(node.uuid, node);
  const dangling = loose.filter(({ parentUuid }) => !known.has(parentUuid ?? ''));
  if (dangling.length === 0) return;
  heal(lines);
  const earlier = new EarlierLines(lines);
  const repaired = new Set<Node>();
  for (const line of dangling) {
    const repairedParent = line.parent;
    line.parent ??= earlier.before(line);
    const node = lineNamingParent(line, known);
    if (!line.parent || repaired.has(node)) continue;
    repaired.add(node);
    propose(draft, { ...line, node }, line.parent, repairedParent !== null);
  }
}

/**
 * Returns the line that names the missing parent. The client also looks past lines it does not read, such as progress.
 */
function lineNamingParent({ node, parentUuid }: ResumeLine, known: ReadonlyMap<string, Node>): Node {
  if (node.parentUuid === parentUuid) return node;
  const passed = new Set<Node>();
  let at: Node = node;
  while (!passed.has(at) && at.parentUuid !== parentUuid) {
    passed.add(at);
    const above = known.get(at.parentUuid ?? '');
    if (!above?.place.isWhole) return node;
    at = above;
  }
  return at.parentUuid === parentUuid ? at : node;
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
