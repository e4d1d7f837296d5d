import type { RepairDraft } from './repair-draft.js';

/**
 * Drops replies that were cut off while the model was thinking: the API refuses them, and the newest client leaves them
 * out.
 */
export function dropLonelyThinking(draft: RepairDraft): void {
  const nodes = draft.nodes();
  const spoken = new Set<string>();
  for (const { reply, place } of nodes) {
    if (reply?.messageId && !reply.isThinkingOnly && reply.blocks > 0 && place.isWhole) spoken.add(reply.messageId);
  }
  for (const node of nodes) {
    const { reply, place, isSidechain } = node;
    if (!reply?.isThinkingOnly || isSidechain || !place.isWhole) continue;
    if ((reply.messageId && spoken.has(reply.messageId)) || !draft.mayDrop(node)) continue;
    const { line, byte } = place;
    const what = 'a reply that is nothing but thinking';
    draft.propose({ kind: 'thinking-only', line, byte, what, repair: 'leave the line out' }, () => {
      draft.drop(node);
    });
  }
}
