import { isThinking } from '../../format/block.js';
import { isAssistant } from '../../format/entry.js';
import { withContent } from '../closure.js';
import type { RepairDraft } from './repair-draft.js';

/** Drops thinking without a signature: the API refuses the whole conversation because of it. */
export function dropHollowThinking(draft: RepairDraft): void {
  const { hollow } = draft.survey;
  if (hollow.size === 0) return;
  for (const node of draft.nodes()) {
    const count = hollow.get(node.index);
    if (count === undefined || node.isSidechain || !node.place.isWhole || draft.isChanged(node)) continue;
    const { line, byte } = node.place;
    const isAll = node.reply?.blocks === count;
    if (isAll && !draft.mayDrop(node)) continue;
    const what = `${count === 1 ? 'thinking' : `${count} blocks of thinking`} without a signature, which the API refuses`;
    const repair = isAll ? 'leave the line out' : 'leave the thinking out; the rest of the line stays';
    draft.propose({ kind: 'hollow-thinking', line, byte, what, repair }, () => {
      if (isAll) draft.drop(node);
      else {
        draft.change(node, (entry) =>
          isAssistant(entry) ? withContent(entry, (block) => !(isThinking(block) && !block.signature)) : entry,
        );
      }
    });
  }
}
