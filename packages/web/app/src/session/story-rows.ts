import { toolNamed } from '@unspool/session/tools';
import type { Item, ToolItem } from '../api/contract.js';

/** One thing to read, or the work between two of them. */
export type StoryPart = { item: Item } | { work: Item[] };

/**
 * Splits a turn into prompts, questions to the user, and the final text. Everything else is work. Notes and thinking
 * alone get no row.
 */
export function storyParts(items: readonly Item[]): StoryPart[] {
  const last = items.findLast(({ type }) => type === 'text');
  const parts: StoryPart[] = [];
  let work: Item[] = [];
  const flush = () => {
    if (work.some(({ type }) => type === 'tool' || type === 'text')) parts.push({ work });
    work = [];
  };
  for (const item of items) {
    if (item !== last && !isTold(item)) {
      work.push(item);
      continue;
    }
    flush();
    parts.push({ item });
  }
  flush();
  return parts;
}

/** A question to the user or a plan: part of the conversation, not of the work. */
export function isTalk({ name }: ToolItem): boolean {
  return toolNamed(name).asksUser === true;
}

/** What people and agents said to each other, compactions and errors. */
function isTold(item: Item): boolean {
  if (item.type === 'words') return item.kind !== 'injected' && item.kind !== 'command_output';
  if (item.type === 'tool') return isTalk(item);
  return item.type === 'compaction' || (item.type === 'note' && item.isError);
}
