import { blocksOf, isText } from '../format/block.js';
import { type Entry, isAssistant, isUser } from '../format/entry.js';
import type { AssistantEntry, UserEntry } from '../format/schema.js';
import { isSyntheticError } from './api-error.js';

/** What the client puts in place of a reply to a prompt that got none. */
export const NO_RESPONSE = 'No response requested.';

/** C5: an unanswered prompt at the end gets a synthetic reply, so that the next prompt is a message of its own. */
export function closeLastPrompt(entries: readonly Entry[]): Entry[] {
  const last = entries.findLastIndex((entry) => entry['type'] !== 'system');
  const entry = entries[last];
  if (!entry || isAssistant(entry)) return [...entries];
  if (entry['type'] === 'attachment' && isAnsweredBefore(entries, last)) return [...entries];
  if (endsWithLocalCommand(entries)) return [...entries];
  return [...entries.slice(0, last + 1), noResponse(), ...entries.slice(last + 1)];
}

function isAnsweredBefore(entries: readonly Entry[], from: number): boolean {
  const before = entries
    .slice(0, from)
    .findLast((entry) => entry['type'] !== 'attachment' && entry['type'] !== 'system' && !isSyntheticError(entry));
  // C5: the summary of a compaction needs no reply.
  return before !== undefined && (isAssistant(before) || (isUser(before) && before.isCompactSummary === true));
}

/**
 * C5: a local command at the end (its name and output) needs no reply if a meta caveat comes right before it or if all
 * of it is meta.
 */
function endsWithLocalCommand(entries: readonly Entry[]): boolean {
  const conversation = entries.filter((entry) => entry['type'] !== 'attachment' && entry['type'] !== 'system');
  const begins = (at: number, tag: RegExp) => {
    const entry = conversation[at];
    return entry !== undefined && isUser(entry) && tag.test(lastText(entry));
  };
  const isMeta = (entry: Entry | undefined) => entry !== undefined && isUser(entry) && Boolean(entry.isMeta);
  let first = conversation.length;
  while (begins(first - 1, /^<local-command-(stdout|stderr)>/)) first--;
  if (begins(first - 1, /^<command-name>/)) first--;
  if (begins(first - 1, /^<local-command-caveat>/) && isMeta(conversation[first - 1])) return true;
  return first < conversation.length && conversation.slice(first).every(isMeta);
}

function lastText(entry: UserEntry): string {
  return blocksOf(entry.message.content).findLast(isText)?.text ?? '';
}

function noResponse(): AssistantEntry {
  return {
    type: 'assistant',
    message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text: NO_RESPONSE }] },
  };
}
