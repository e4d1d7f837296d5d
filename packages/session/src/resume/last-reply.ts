import { blocksOf } from '../format/block.js';
import { type Entry, isAssistant, isSystem, isUser } from '../format/entry.js';
import type { AssistantEntry, UserEntry } from '../format/schema.js';
import { isAnswer } from './block-kinds.js';

/**
 * C2: the lines of the reply that begins last. Lines join replies much as in D3, so a line that joins an earlier reply
 * does not make that reply the last. Undefined when a prompt follows.
 */
export function lastReply(entries: readonly Entry[]): AssistantEntry[] | undefined {
  const joinable = new Map<string, AssistantEntry[]>();
  let last: AssistantEntry[] | undefined;
  let tail: 'reply' | 'results' | 'prompt' = 'prompt';
  for (const entry of entries) {
    if (isAssistant(entry)) {
      if (tail === 'prompt') joinable.clear();
      const begun = replyBegunBy(entry, joinable);
      if (!begun) continue;
      last = begun;
      tail = 'reply';
    } else if (isUser(entry)) {
      tail = hasResult(entry) ? 'results' : 'prompt';
      if (tail === 'prompt') {
        joinable.clear();
        last = undefined;
      }
    } else if (tail === 'reply' && isSystem(entry) && entry.subtype === 'local_command') {
      tail = 'prompt';
    }
  }
  return last;
}

/** Returns the reply that this line begins; undefined if it joins an earlier one. */
function replyBegunBy(entry: AssistantEntry, joinable: Map<string, AssistantEntry[]>): AssistantEntry[] | undefined {
  const key = replyKey(entry);
  const earlier = key === undefined ? undefined : joinable.get(key);
  if (earlier) {
    earlier.push(entry);
    return undefined;
  }
  const lines = [entry];
  if (key !== undefined) joinable.set(key, lines);
  return lines;
}

/** F2: all lines without a message id but with a requestId count as one reply, whatever the requestId. */
export function replyKey(entry: AssistantEntry): string | undefined {
  const id: unknown = entry.message.id;
  if (id !== undefined) return `id ${id}`;
  return entry.requestId === undefined ? undefined : 'none';
}

export function hasResult(entry: UserEntry): boolean {
  return blocksOf(entry.message.content).some(isAnswer);
}
