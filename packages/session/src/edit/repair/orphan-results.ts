import { isToolResult } from '../../format/block.js';
import { type Entry, isUser } from '../../format/entry.js';
import type { UserEntry } from '../../format/schema.js';
import { withContent } from '../closure.js';
import type { RepairDraft } from './repair-draft.js';

/** Drops results whose call is not in the file: the API refuses them, and the newest client leaves them out. */
export function dropOrphanResults(draft: RepairDraft): void {
  const nodes = draft.nodes();
  const calls = new Set<string>();
  for (const node of nodes) for (const use of node.reply?.uses ?? []) calls.add(use.id);
  for (const node of nodes) {
    const { user, place, isSidechain } = node;
    if (!user || isSidechain || !place.isWhole) continue;
    const orphans = user.results.filter((result) => !calls.has(result.tool_use_id));
    if (orphans.length === 0) continue;
    const isAll = user.blocks === orphans.length;
    // If nothing else is left of the conversation, the client replaces the result with a note.
    if (isAll && !draft.mayDrop(node)) continue;
    const { line, byte } = place;
    const what = `${orphans.length === 1 ? 'a result' : `${orphans.length} results`} of a call that is not in the file`;
    const repair = isAll ? 'leave the line out' : 'leave the result out; the rest of the line stays';
    draft.propose({ kind: 'tool-result', line, byte, what, repair }, () => {
      if (isAll) draft.drop(node);
      else draft.change(node, (entry) => withoutResults(entry, calls));
    });
  }
}

function withoutResults(entry: Entry, calls: ReadonlySet<string>): Entry {
  if (!isUser(entry)) return entry;
  const kept = withContent(entry, (block) => !isToolResult(block) || calls.has(block.tool_use_id));
  if (typeof kept.message.content !== 'string' && kept.message.content.some(isToolResult)) return kept;
  const { toolUseResult: _, sourceToolAssistantUUID: __, ...rest } = kept;
  return rest as UserEntry;
}
