import type { Block } from '../format/block.js';
import { type Entry, isAssistant, isUser } from '../format/entry.js';

/** A2: drops blocks without a type and text blocks without text, and lines that have no other blocks. */
export function withoutOddBlocks(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => {
    if (!isUser(entry) && !isAssistant(entry)) return [entry];
    const { message } = entry;
    if (typeof message.content === 'string' || !message.content.some(isOdd)) return [entry];
    const content = message.content.filter((block) => !isOdd(block));
    return content.length === 0 ? [] : [{ ...entry, message: { ...message, content } } as Entry];
  });
}

function isOdd(block: Block): boolean {
  const { type, text } = block as { type: unknown; text?: unknown };
  return typeof type !== 'string' || (type === 'text' && typeof text !== 'string');
}
