import { type Block, blocksOf, isText } from '../format/block.js';
import { type Entry, isAssistant, isSystem, isUser } from '../format/entry.js';
import type { AssistantEntry, UserEntry } from '../format/schema.js';
import { isAnswer, isCall } from './calls.js';
import { withoutOddBlocks } from './odd-blocks.js';

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
  let entries = dropEmptyReplies(withoutOddBlocks(chain));
  const underWayFrom = turnUnderWay(entries);
  const interrupted = openCallsAtTheEnd(entries);
  if (interrupted.length > 0) entries = [...entries, interruption(interrupted)];
  const { kept, dropped } = dropUnansweredCalls(entries, underWayFrom);
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
    if (isAssistant(entry) && entry.message.id && isSpoken(entry)) spoken.add(entry.message.id);
  }
  return kept.filter(
    (entry) => !isAssistant(entry) || !isThinkingOnly(entry) || (entry.message.id && spoken.has(entry.message.id)),
  );
}

const isThought = (block: Block) => block.type === 'thinking' || block.type === 'redacted_thinking';

/** An empty reply and an API error have said nothing either. */
function isSpoken(entry: AssistantEntry): boolean {
  if (isSyntheticError(entry)) return false;
  const { content } = entry.message;
  return typeof content === 'string' || content.some((block) => !isThought(block));
}

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
 * The lines of the reply that begins last, joined much as D3 joins them, so that a line joined to an earlier reply is
 * not the end. Undefined when a prompt stands behind it.
 */
function lastReply(entries: readonly Entry[]): AssistantEntry[] | undefined {
  const joinable = new Map<string, AssistantEntry[]>();
  let last: AssistantEntry[] | undefined;
  let tail: 'reply' | 'results' | 'words' = 'words';
  for (const entry of entries) {
    if (isAssistant(entry)) {
      if (tail === 'words') joinable.clear();
      const begun = begunBy(entry, joinable);
      if (!begun) continue;
      last = begun;
      tail = 'reply';
    } else if (isUser(entry)) {
      tail = hasResult(entry) ? 'results' : 'words';
      if (tail === 'words') {
        joinable.clear();
        last = undefined;
      }
    } else if (tail === 'reply' && isSystem(entry) && entry.subtype === 'local_command') {
      tail = 'words';
    }
  }
  return last;
}

/** Undefined when the line joins a reply that began before. */
function begunBy(entry: AssistantEntry, joinable: Map<string, AssistantEntry[]>): AssistantEntry[] | undefined {
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

/** F2: lines without an id but with a requestId belong together. */
export function replyKey(entry: AssistantEntry): string | undefined {
  const id: unknown = entry.message.id;
  if (id !== undefined) return `id ${id}`;
  return entry.requestId === undefined ? undefined : 'none';
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

/** C3: a line none of whose calls was answered goes, with the text on it, unless its turn was still under way. */
function dropUnansweredCalls(entries: readonly Entry[], underWayFrom: number): { kept: Entry[]; dropped: string[] } {
  const answered = answeredCalls(entries);
  const dropped: string[] = [];
  const kept = entries.filter((entry, at) => {
    const calls = callsOf(entry);
    if (at >= underWayFrom || calls.length === 0 || calls.some((call) => answered.has(call))) return true;
    for (const call of calls) dropped.push(call);
    return false;
  });
  return { kept, dropped };
}

/** Where the last turn begins, if it ends with a result, or with thoughts and calls behind one; else behind the end. */
function turnUnderWay(entries: readonly Entry[]): number {
  const isResult = (entry: Entry) => isUser(entry) && !entry.isMeta && hasResult(entry);
  const isThoughtOrCall = (entry: Entry) => isAssistant(entry) && (isThinkingOnly(entry) || callsOf(entry).length > 0);
  const end = entries.findLast((entry) => (isUser(entry) || isAssistant(entry)) && !isThoughtOrCall(entry));
  if (!end || !isResult(end)) return entries.length;
  return entries.findLastIndex((entry) => isUser(entry) && !isResult(entry)) + 1;
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
  // What a compaction left waits for no answer.
  return before !== undefined && (isAssistant(before) || (isUser(before) && before.isCompactSummary === true));
}

/**
 * The last local command, its name and what it put out, needs no answer: a meta caveat stands right before it, or all
 * of it is meta.
 */
function endsWithLocalCommand(entries: readonly Entry[]): boolean {
  const told = entries.filter((entry) => entry['type'] !== 'attachment' && entry['type'] !== 'system');
  const begins = (at: number, tag: RegExp) => {
    const entry = told[at];
    return entry !== undefined && isUser(entry) && tag.test(lastText(entry));
  };
  const isMeta = (entry: Entry | undefined) => entry !== undefined && isUser(entry) && Boolean(entry.isMeta);
  let first = told.length;
  while (begins(first - 1, /^<local-command-(stdout|stderr)>/)) first--;
  if (begins(first - 1, /^<command-name>/)) first--;
  if (begins(first - 1, /^<local-command-caveat>/) && isMeta(told[first - 1])) return true;
  return first < told.length && told.slice(first).every(isMeta);
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
  return blocksOf(entry.message.content).some(isAnswer);
}

function callsOf(entry: Entry): string[] {
  if (!isAssistant(entry)) return [];
  return blocksOf(entry.message.content)
    .filter(isCall)
    .map((block) => block.id);
}

/** Results count as answers wherever they stand, in assistant lines too. */
function answeredCalls(entries: readonly Entry[]): Set<string> {
  const answered = new Set<string>();
  for (const entry of entries) {
    if (!isUser(entry) && !isAssistant(entry)) continue;
    for (const block of blocksOf(entry.message.content)) if (isAnswer(block)) answered.add(block.tool_use_id);
  }
  return answered;
}
