import type { AssistantEntry } from '../entry/assistant.js';
import { type Block, blocksOf, isText, isToolResult, isToolUse } from '../entry/block.js';
import { type Entry, isAssistant, isSystem, isUser } from '../entry/entry.js';
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

/** C1: replies of blank text only, then thinking that nothing followed. */
function dropEmptyReplies(entries: readonly Entry[]): Entry[] {
  const kept = entries.filter((entry) => !isAssistant(entry) || !isBlankText(entry));
  const spoken = new Set<string>();
  for (const entry of kept) {
    if (isAssistant(entry) && entry.message.id && !isThinkingOnly(entry)) spoken.add(entry.message.id);
  }
  return kept.filter(
    (entry) => !isAssistant(entry) || !isThinkingOnly(entry) || (entry.message.id && spoken.has(entry.message.id)),
  );
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
  const last = lastReply(entries);
  if (!last || last.some(isSyntheticError)) return [];
  const answered = answeredCalls(entries);
  return last.flatMap(callsOf).filter((call) => !answered.has(call));
}

/**
 * The lines of the reply that begins last, joined as D3 joins them, so that a line joined to an earlier reply is not
 * the end. Undefined when a prompt stands behind it.
 */
function lastReply(entries: readonly Entry[]): AssistantEntry[] | undefined {
  const joinable = new Map<string, AssistantEntry[]>();
  let last: AssistantEntry[] | undefined;
  for (const entry of entries) {
    if (isAssistant(entry)) {
      const key = replyKey(entry);
      const reply = key === undefined ? undefined : joinable.get(key);
      if (reply) {
        reply.push(entry);
        continue;
      }
      last = [entry];
      if (key !== undefined) joinable.set(key, last);
    } else if (isUser(entry) && !hasResult(entry)) {
      joinable.clear();
      last = undefined;
    } else if (isSystem(entry) && entry.subtype === 'local_command') {
      joinable.clear();
    }
  }
  return last;
}

/** F2: lines without an id but with a requestId belong together. */
export function replyKey(entry: AssistantEntry): string | undefined {
  return entry.message.id ?? (entry.requestId === undefined ? undefined : '');
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
const LOCAL_COMMAND_OR_CAVEAT = /^<(command-name|local-command-(stdout|stderr|caveat))>/;

/** A block of local command lines that a meta line opens: the prompt joins it. */
function endsWithLocalCommand(entries: readonly Entry[]): boolean {
  const stop = entries.findLast(
    (entry) =>
      entry['type'] !== 'attachment' &&
      entry['type'] !== 'system' &&
      !(isUser(entry) && !entry.isMeta && LOCAL_COMMAND.test(lastText(entry))),
  );
  return Boolean(stop && isUser(stop) && stop.isMeta && LOCAL_COMMAND_OR_CAVEAT.test(lastText(stop)));
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
