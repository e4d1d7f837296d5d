import { type Block, blocksOf, isText } from '../format/block.js';
import { type Entry, isAssistant, isUser } from '../format/entry.js';
import type { AssistantEntry, UserEntry } from '../format/schema.js';
import { isSyntheticError } from './api-error.js';
import { isAnswer, isCall, isThought } from './block-kinds.js';
import { closeLastPrompt } from './close-prompt.js';
import { hasResult, lastReply } from './last-reply.js';
import { withoutOddBlocks } from './odd-blocks.js';

export const INTERRUPTED_CALL =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. Check whether it took effect before relying on it or running it again.]";

/** The cleaned lines, and what to report about them. */
export interface CleanUp {
  entries: Entry[];
  /** Calls at the end that got an error as their result. */
  interruptedCalls: string[];
  /** Calls that were dropped together with the text on their line. */
  droppedCalls: string[];
}

/** Step C: applies the client's repairs of a loaded chain, in this order. */
export function cleanUp(chain: readonly Entry[]): CleanUp {
  let entries = dropEmptyReplies(withoutOddBlocks(chain));
  const unfinishedFrom = unfinishedTurn(entries);
  const interrupted = openCallsAtEnd(entries);
  if (interrupted.length > 0) entries = [...entries, interruption(interrupted)];
  const { kept, dropped } = dropUnansweredCalls(entries, unfinishedFrom);
  return {
    // C4: dropping calls can leave thinking alone, so C1 runs again.
    entries: closeLastPrompt(dropEmptyReplies(kept)),
    interruptedCalls: interrupted,
    droppedCalls: dropped,
  };
}

/** C1: drops lines of blank text, then lines of thinking whose reply has nothing else. */
function dropEmptyReplies(entries: readonly Entry[]): Entry[] {
  const kept = entries.filter((entry) => !isAssistant(entry) || !isBlankText(entry));
  const withContent = new Set<string>();
  for (const entry of kept) {
    if (isAssistant(entry) && entry.message.id && hasContent(entry)) withContent.add(entry.message.id);
  }
  return kept.filter(
    (entry) => !isAssistant(entry) || !isThinkingOnly(entry) || (entry.message.id && withContent.has(entry.message.id)),
  );
}

/** C1: empty lines and API errors do not count as content. */
function hasContent(entry: AssistantEntry): boolean {
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

/** C2: the unanswered calls of the last reply, if only results, attachments and system lines follow it. */
function openCallsAtEnd(entries: readonly Entry[]): string[] {
  const last = lastReply(entries);
  if (!last || last.some(isSyntheticError)) return [];
  const answered = answeredCalls(entries);
  return last.flatMap(callsOf).filter((call) => !answered.has(call));
}

/** C2: the line with their results. */
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

/** C3: a line with calls, none of them answered, is dropped with its text, except in an unfinished last turn. */
function dropUnansweredCalls(entries: readonly Entry[], unfinishedFrom: number): { kept: Entry[]; dropped: string[] } {
  const answered = answeredCalls(entries);
  const dropped: string[] = [];
  const kept = entries.filter((entry, at) => {
    const calls = callsOf(entry);
    if (at >= unfinishedFrom || calls.length === 0 || calls.some((call) => answered.has(call))) return true;
    for (const call of calls) dropped.push(call);
    return false;
  });
  return { kept, dropped };
}

/**
 * C3: the index where the last turn begins, if it is unfinished: it ends with a result, or with only thinking and calls
 * after one. Otherwise the number of lines.
 */
function unfinishedTurn(entries: readonly Entry[]): number {
  const isResult = (entry: Entry) => isUser(entry) && !entry.isMeta && hasResult(entry);
  const isThinkingOrCall = (entry: Entry) => isAssistant(entry) && (isThinkingOnly(entry) || callsOf(entry).length > 0);
  const end = entries.findLast((entry) => (isUser(entry) || isAssistant(entry)) && !isThinkingOrCall(entry));
  if (!end || !isResult(end)) return entries.length;
  return entries.findLastIndex((entry) => isUser(entry) && !isResult(entry)) + 1;
}

function callsOf(entry: Entry): string[] {
  if (!isAssistant(entry)) return [];
  return blocksOf(entry.message.content)
    .filter(isCall)
    .map((block) => block.id);
}

/** D5: results in assistant lines count as answers too. */
function answeredCalls(entries: readonly Entry[]): Set<string> {
  const answered = new Set<string>();
  for (const entry of entries) {
    if (!isUser(entry) && !isAssistant(entry)) continue;
    for (const block of blocksOf(entry.message.content)) if (isAnswer(block)) answered.add(block.tool_use_id);
  }
  return answered;
}
