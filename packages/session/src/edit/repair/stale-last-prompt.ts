import type { Node } from '../../model/node.js';
import { chainOf } from '../../resume/chain.js';
import { linesOf } from '../../resume/lines.js';
import { isSpoken, type RepairDraft } from './repair-draft.js';

/**
 * A `last-prompt` line names the branch to continue. It is stale if the conversation went on after it without such
 * lines, as some clients do: a resume would go back to it.
 */
export function dropStaleLastPrompts(draft: RepairDraft): void {
  const nodes = draft.nodes();
  const chain = draft.chain();
  if (!chain?.movedByLastPrompt) return;
  const others = nodes.filter((node) => !isLastPrompt(node));
  const own = chainOf({ lines: linesOf(others), nodes: others });
  const last = nodes.findLast(isLastPrompt);
  // The client refuses a session that continues from a sub-agent's line.
  const isRefused = chain.tip.node.isSidechain;
  if (!own || !last) return;
  const reached = new Set(chain.ancestry.map(({ node }) => node));
  const isLost = (node: Node) => node.index > last.index && isSpoken(node) && !reached.has(node);
  if (!isRefused && !own.ancestry.some(({ node }) => isLost(node))) return;
  const all = nodes.filter(isLastPrompt);
  // This repair added the line.
  if (!Number.isInteger(last.index)) return;
  const { line, byte } = last.place;
  const earlier = all.length > 1 ? ` and the ${all.length - 1} before it` : '';
  const finding = {
    kind: 'last-prompt',
    line,
    byte,
    what: `it leads to line ${chain.tip.node.place.line}, ${isRefused ? "which is a sub-agent's" : 'although the conversation went on after it'}`,
    repair: `leave it out${earlier}`,
  } as const;
  draft.propose(finding, () => {
    for (const node of all) draft.plan.drops.add(node.index);
  });
}

function isLastPrompt(node: Node): boolean {
  return node.place.isWhole && node.type === 'last-prompt' && node.extra?.leafUuid !== undefined;
}
