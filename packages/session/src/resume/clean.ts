import type { AssistantEntry } from '../entry/assistant.js';
import { type Block, blocksOf, isText, isToolResult, isToolUse, textOf } from '../entry/block.js';
import { type Entry, isAssistant, isUser } from '../entry/entry.js';
import type { UserEntry } from '../entry/user.js';

export const INTERRUPTED_CALL =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. Check whether it took effect before relying on it or running it again.]";
export const NO_RESPONSE = 'No response requested.';

/** What cleaning up did, for the reasons shown to a person. */
export interface CleanUp {
  entries: Entry[];
  /** Calls at the end that were answered with an error. */
  interruptedCalls: string[];
  /** Calls that were dropped with the text on their line. */
  droppedCalls: string[];
}

/** Step C: what the client mends when it loads a chain, in this order. */
export function cleanUp(chain: readonly Entry[]): CleanUp {
  let entries = dropEmptyReplies(chain);
  const interrupted = openCallsAtTheEnd(entries);
  if (interrupted.length > 0) entries = [...entries, interruption(interrupted)];
  const { kept, dropped } = dropUnansweredCalls(entries);
  return {
    entries: closeLastPrompt(dropEmptyReplies(kept)),
    interruptedCalls: interrupted,
    droppedCalls: dropped,
  };
}

/** C1: replies of blank text only, and thinking that nothing followed. */
function dropEmptyReplies(entries: readonly Entry[]): Entry[] {
  const spoken = new Set<string | undefined>();
  for (const entry of entries) {
    if (isAssistant(entry) && !isThinkingOnly(entry)) spoken.add(entry.message.id);
  }
  return entries.filter((entry) => {
    if (!isAssistant(entry)) return true;
    if (isThinkingOnly(entry)) return spoken.has(entry.message.id);
    return !isBlankText(entry);
  });
}

const isThought = (block: Block) => block.type === 'thinking' || block.type === 'redacted_thinking';

function isThinkingOnly(entry: AssistantEntry): boolean {
  const { content } = entry.message;
  return typeof content !== 'string' && content.length > 0 && content.every(isThought);
}

function isBlankText(entry: AssistantEntry): boolean {
  const blocks = blocksOf(entry.message.content);
  return blocks.length > 0 && blocks.every((block) => isText(block) && block.text.trim() === '');
}

/** C2: the calls of the last reply that nobody answered, when only results and asides stand behind it. */
function openCallsAtTheEnd(entries: readonly Entry[]): string[] {
  const at = entries.findLastIndex((entry) => isAssistant(entry) && !isSyntheticError(entry));
  const last = entries[at];
  if (!last || !isAssistant(last)) return [];
  const isBehindOnlyResults = entries.slice(at + 1).every((entry) => !isUser(entry) || hasResult(entry));
  if (!isBehindOnlyResults || entries.slice(at + 1).some(isAssistant)) return [];
  const answered = answeredCalls(entries);
  const { id } = last.message;
  return entries
    .filter((entry) => entry === last || (isAssistant(entry) && id !== undefined && entry.message.id === id))
    .flatMap((entry) => callsOf(entry))
    .filter((call) => !answered.has(call));
}

function interruption(calls: string[]): UserEntry {
  const content = calls.map(
    (id): Block => ({
      type: 'tool_result',
      tool_use_id: id,
      content: INTERRUPTED_CALL,
      is_error: true,
    }),
  );
  return { type: 'user', message: { role: 'user', content } };
}

/** C3: a line none of whose calls was answered goes, with the text on it. */
function dropUnansweredCalls(entries: readonly Entry[]): { kept: Entry[]; dropped: string[] } {
  const answered = answeredCalls(entries);
  const dropped: string[] = [];
  const kept = entries.filter((entry) => {
    const calls = callsOf(entry);
    if (calls.length === 0 || calls.some((call) => answered.has(call))) return true;
    dropped.push(...calls);
    return false;
  });
  return { kept, dropped };
}

/** C5: a prompt that got no answer is closed with a synthetic one, so that the next prompt stands alone. */
function closeLastPrompt(entries: readonly Entry[]): Entry[] {
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
  return before !== undefined && isAssistant(before);
}

const LOCAL_COMMAND = /^<(command-name|local-command-stdout|local-command-stderr)>/;

function endsWithLocalCommand(entries: readonly Entry[]): boolean {
  const stop = entries.findLast(
    (entry) =>
      entry['type'] !== 'attachment' &&
      entry['type'] !== 'system' &&
      !(isUser(entry) && !entry.isMeta && LOCAL_COMMAND.test(textOf(entry.message.content))),
  );
  if (!stop || !isUser(stop) || !stop.isMeta) return false;
  return textOf(stop.message.content).startsWith('<local-command-caveat>');
}

function noResponse(): AssistantEntry {
  return {
    type: 'assistant',
    message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text: NO_RESPONSE }] },
  };
}

/** An API error that the client wrote as a reply. The flag alone, on a real model's reply, does not count. */
export function isSyntheticError(entry: Entry): boolean {
  return isAssistant(entry) && entry.isApiErrorMessage === true && entry.message.model === '<synthetic>';
}

function hasResult(entry: UserEntry): boolean {
  return blocksOf(entry.message.content).some(isToolResult);
}

function callsOf(entry: Entry): string[] {
  if (!isAssistant(entry)) return [];
  return blocksOf(entry.message.content)
    .filter(isToolUse)
    .map((block) => block.id);
}

/** Results count as answers wherever they stand, in assistant lines too. */
function answeredCalls(entries: readonly Entry[]): Set<string> {
  const answered = new Set<string>();
  for (const entry of entries) {
    if (!isUser(entry) && !isAssistant(entry)) continue;
    for (const block of blocksOf(entry.message.content)) if (isToolResult(block)) answered.add(block.tool_use_id);
  }
  return answered;
}
