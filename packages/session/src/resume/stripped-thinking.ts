import { type Block, isText } from '../format/block.js';
import { type Entry, isAssistant, isAttachment } from '../format/entry.js';
import type { AssistantEntry } from '../format/schema.js';
import { isThought } from './block-kinds.js';
import { replyKey } from './last-reply.js';

/**
 * G3: after the API has refused a signature, the client writes `thinking_stripped` and no longer sends the thinking of
 * the replies before that note, including later lines of those replies.
 */
export function strippedReplies(entries: readonly Entry[]): (entry: AssistantEntry) => boolean {
  const note = entries.findLastIndex(isStrippedNote);
  const lines = new Set<Entry>(entries.slice(0, Math.max(note, 0)).filter(isAssistant));
  const keys = new Set([...lines].filter(isAssistant).map(replyKey));
  return (entry) => {
    const key = replyKey(entry);
    return key === undefined ? lines.has(entry) : keys.has(key);
  };
}

function isStrippedNote(entry: Entry): boolean {
  return isAttachment(entry) && entry.attachment.type === 'thinking_stripped';
}

const NOTHING_LEFT: Block = { type: 'text', text: '[Thinking removed]' };

/** Drops thinking, signed or not, of any model. */
export function withoutThinking(blocks: Block[]): Block[] {
  const left = blocks.filter((block) => !isThought(block));
  const isOnlyThinking =
    left.length < blocks.length && left.every((block) => isText(block) && block.text.trim() === '');
  return isOnlyThinking ? [NOTHING_LEFT] : left;
}
