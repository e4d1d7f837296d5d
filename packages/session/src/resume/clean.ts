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

/** An empty reply has said nothing either. */
function isSpoken(entry: AssistantEntry): boolean {
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
  if (!last || last.lines.some(isSyntheticError)) return [];
  const answered = answeredCalls(entries);
  return last.lines.flatMap(callsOf).filter((call) => !answered.has(call));
}

interface LastReply {
  lines: AssistantEntry[];
  hasResultBehind: boolean;
}

/**
 * The reply that begins last, its lines joined as D3 joins them, so that a line joined to an earlier reply is not the
 * end. Undefined when a prompt stands behind it.
 */
function lastReply(entries: readonly Entry[]): LastReply | undefined {
  const joinable = new Map<string, AssistantEntry[]>();
  let last: LastReply | undefined;
  for (const entry of entries) {
    if (isAssistant(entry)) {
      const key = replyKey(entry);
      const reply = key === undefined ? undefined : joinable.get(key);
      if (reply) {
        reply.push(entry);
        continue;
      }
      last = { lines: [entry], hasResultBehind: false };
      if (key !== undefined) joinable.set(key, last.lines);
    } else if (isUser(entry) && hasResult(entry)) {
      if (last) last.hasResultBehind = true;
    } else if (isUser(entry)) {
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
    dropped.push(...calls);
    return false;
  });
  return { kept, dropped };
}

/** Where the last turn begins, if it has a result and ends with a result or a call; else behind the end. */
function turnUnderWay(entries: readonly Entry[]): number {
  const isResult = (entry: Entry) => isUser(entry) && !entry.isMeta && hasResult(entry);
  const last = entries.findLast((entry) => isUser(entry) || isAssistant(entry));
  if (!last || !(isResult(last) || endsWithCall(entries, last))) return entries.length;
  const begin = entries.findLastIndex((entry) => isUser(entry) && !isResult(entry)) + 1;
  return entries.slice(begin).some(isResult) ? begin : entries.length;
}

function endsWithCall(entries: readonly Entry[], last: Entry): boolean {
  if (!isAssistant(last) || callsOf(last).length === 0) return false;
  const reply = lastReply(entries);
  return Boolean(reply && (reply.hasResultBehind || reply.lines.includes(last)));
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

const CAVEAT = /^<local-command-caveat>/;
const LOCAL_COMMAND = /^<(command-name|local-command-stdout|local-command-stderr)>/;

/** A block of local commands that needs no answer: its lines are meta, or a meta caveat stands right before them. */
function endsWithLocalCommand(entries: readonly Entry[]): boolean {
  let needsCaveat = false;
  let isMetaBlock = false;
  for (const entry of entries.toReversed()) {
    if (entry['type'] === 'attachment' || entry['type'] === 'system') continue;
    if (!isUser(entry)) break;
    const text = lastText(entry);
    if (entry.isMeta && CAVEAT.test(text)) return true;
    if (!LOCAL_COMMAND.test(text)) break;
    if (!entry.isMeta) needsCaveat = true;
    else if (needsCaveat) return false;
    else isMetaBlock = true;
  }
  return isMetaBlock && !needsCaveat;
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
