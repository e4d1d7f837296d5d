import type { Node } from '../../model/node.js';
import { linesOf } from '../../resume/lines.js';
import type { ResumeLine } from '../../resume/resume-line.js';
import { EarlierLines } from './earlier-lines.js';
import type { RepairDraft } from './repair-draft.js';

/**
 * Opens circles of parents, including lines that are their own parent. The client attaches one line of a circle to a
 * line at most five seconds older; if there is none, a resume loses everything before. The first line of a circle in
 * the file gets another parent: parents precede their children, so this line's parent must be the wrong one.
 */
export function openCircles(draft: RepairDraft): void {
  const nodes = draft.nodes();
  const lines = linesOf(nodes);
  // Parents nearly always come first. Then there is no circle, and no need to keep anything per line.
  if (lines.every(({ parent, order }) => !parent || parent.order < order)) return;
  const circles = circlesIn(lines, nodes);
  if (circles.length === 0) return;
  // All circles are open while the earlier lines are searched.
  for (const { first } of circles) first.parent = null;
  const earlier = new EarlierLines(lines);
  for (const circle of circles) {
    circle.first.parent = earlier.before(circle.first);
    propose(draft, circle);
  }
}

interface Circle {
  first: ResumeLine;
  length: number;
}

/** In file order. Visits each line once. */
function circlesIn(lines: readonly ResumeLine[], nodes: readonly Node[]): Circle[] {
  const walks = new Map<ResumeLine, number>();
  const circles: Circle[] = [];
  const known = new Map<string | undefined, ResumeLine | null>();
  for (const node of nodes) if (node.type !== 'progress' && !isUnread(node)) known.set(node.uuid, null);
  for (const line of lines) known.set(line.node.uuid, line);
  lines.forEach((line, walk) => {
    let at: ResumeLine | null = line;
    while (at && !walks.has(at)) {
      walks.set(at, walk);
      at = at.parent;
    }
    const circle = at && walks.get(at) === walk ? circleOf(at) : undefined;
    if (circle && !circle.first.node.isSidechain && !isMoved(circle.first, known)) circles.push(circle);
  });
  return circles.sort((a, b) => a.first.order - b.first.order);
}

/**
 * Whether a compaction set this line's parent, possibly to null: then another parent on the line would change nothing.
 */
function isMoved({ node, parent }: ResumeLine, known: ReadonlyMap<string | undefined, ResumeLine | null>): boolean {
  if (typeof node.parentUuid !== 'string') return true;
  const named = known.get(node.parentUuid);
  return named !== undefined && named !== parent;
}

function isUnread({ type, user, reply }: Node): boolean {
  return (type === 'user' && !user) || (type === 'assistant' && !reply);
}

function circleOf(line: ResumeLine): Circle {
  let first = line;
  let length = 1;
  for (let at = line.parent; at && at !== line; at = at.parent) {
    length++;
    if (at.order < first.order) first = at;
  }
  return { first, length };
}

function propose(draft: RepairDraft, { first: { node, parent }, length }: Circle): void {
  const { line, byte } = node.place;
  const how = length === 1 ? 'it is its own parent' : `its parents lead back to it in a circle of ${length} lines`;
  const what = `${how}; a resume continues before it only from a line at most five seconds older`;
  const repair = parent
    ? `attach it to line ${parent.node.place.line}, the line before it`
    : 'let it start the conversation';
  draft.propose({ kind: 'parent', line, byte, what, repair }, () => {
    draft.plan.parents.set(node.index, parent?.node.uuid ?? null);
  });
}
