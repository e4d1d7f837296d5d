import { type Block, blocksOf } from '../format/block.js';
import { type Entry, isAssistant } from '../format/entry.js';
import type { Session } from '../model/session.js';
import { withContent } from './closure.js';
import type { IdMap } from './id-map.js';
import { addChange, type PlanDraft } from './plan.js';

/**
 * Removes signed thoughts that name an id, and returns how many: with a new id their signature would be invalid. A line
 * left empty is dropped, because an empty reply would be sent as "(no content)".
 */
export function dropNamingThoughts(
  plan: PlanDraft,
  { nodes, read }: Pick<Session, 'nodes' | 'read'>,
  ids: IdMap,
): number {
  let count = 0;
  for (const node of nodes) {
    if (!node.reply?.thoughts || plan.drops.has(node.index)) continue;
    const entry = read(node);
    const blocks = blocksIn(plan.changes.get(node.index)?.(entry) ?? entry);
    const naming = blocks.filter((block) => isNaming(block, ids)).length;
    if (naming === 0) continue;
    count += naming;
    if (naming === blocks.length) plan.drops.add(node.index);
    else addChange(plan, node.index, (each) => withoutNaming(each, ids));
  }
  return count;
}

function blocksIn(entry: Entry): Block[] {
  return isAssistant(entry) ? blocksOf(entry.message.content) : [];
}

function withoutNaming(entry: Entry, ids: IdMap): Entry {
  return isAssistant(entry) ? withContent(entry, (block) => !isNaming(block, ids)) : entry;
}

function isNaming(block: Block, ids: IdMap): boolean {
  if (block?.type !== 'thinking') return false;
  const { signature, ...words } = block as { signature?: unknown };
  // Unsigned thoughts may change.
  return Boolean(signature) && ids.occursIn(Buffer.from(JSON.stringify(words)));
}
