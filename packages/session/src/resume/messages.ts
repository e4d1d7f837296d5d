import { type Block, blocksOf, isText, isThinking, type ToolResultBlock, type ToolUseBlock } from '../format/block.js';
import { type Entry, isAssistant, isAttachment, isSystem, isUser } from '../format/entry.js';
import type { AssistantEntry, AttachmentEntry } from '../format/schema.js';
import { isObject } from '../line/json.js';
import type { JsonObject } from '../line/line.js';
import { resumedName } from '../tools/names.js';
import { TOOL } from '../tools/registry.js';
import { messagesTold, picturesOf, queuedWords } from './attached.js';
import { isAnswer, isCall } from './calls.js';
import { isSyntheticError, replyKey } from './clean.js';
import { cutResult, type StandIns, standInsOf } from './cut-results.js';
import { loadedTools } from './loaded-tools.js';
import { isSameModel } from './model.js';
import { fileReminders, taskReminders } from './reminders.js';
import { ReplyBlocks } from './reply-blocks.js';
import { strippedReplies, withoutThinking } from './stripped-thinking.js';

/** A message as the Messages API takes it. */
export interface ApiMessage {
  role: 'user' | 'assistant';
  content: Block[];
}

const NO_CONTENT: Block = { type: 'text', text: '(no content)' };

export interface MessageOptions {
  /** The model that is asked now. */
  model: string;
  /** The next prompt, as one more line (E4). */
  prompt?: string | undefined;
  /** Also what the client sends as reminders: files that a prompt named, news of background tasks. */
  withReminders?: boolean | undefined;
}

/** Step D: lines to messages. Those that hold only reminders are empty. */
export function messagesOf(entries: readonly Entry[], options: MessageOptions): ApiMessage[] {
  const { model, prompt, withReminders } = options;
  const drafts: Draft[] = [];
  // The replies since the last prompt, which a line may still join.
  const joinable = new Map<string, ReplyDraft>();
  const asked: Asked = { model, loaded: loadedTools(entries), isStripped: strippedReplies(entries) };
  const standIns = standInsOf(entries);
  for (const entry of entries) {
    if (isAssistant(entry)) addReply(drafts, entry, asked, joinable);
    else if (isAttachment(entry)) {
      addAttachment(drafts, entry, model);
      if (withReminders) addPart(drafts, reminderPart(fileReminders(entry)));
    } else {
      addPart(drafts, sentWords(entry, standIns));
      if (withReminders) addPart(drafts, reminderPart(taskReminders(entry)));
    }
  }
  if (prompt !== undefined) addPart(drafts, promptPart(prompt, entries));
  return drafts.map(finish);
}

/** What is asked now: which model, and which tools that the conversation loaded. */
interface Asked {
  model: string;
  loaded: ReadonlySet<string>;
  isStripped: (entry: AssistantEntry) => boolean;
}

/** A message while it grows. */
type Draft = UserDraft | ReplyDraft;

interface UserDraft {
  role: 'user';
  parts: Part[];
}

interface ReplyDraft {
  role: 'assistant';
  reply: ReplyBlocks;
  isStripped: boolean;
}

/** What one line gives to a user message. */
interface Part {
  isResultLine: boolean;
  /** Nothing of the line is sent, but it parts the replies on both sides. */
  isSilent: boolean;
  /** Reminders stand between the words before and these. */
  isApart: boolean;
  blocks: Block[];
  /** D10: what rises before the words of its message, the lowest first. */
  rises?: number;
}

/** D2: neighbours merge. */
function addPart(drafts: Draft[], part: Part | undefined): void {
  if (!part) return;
  const last = drafts.at(-1);
  if (last?.role === 'user') last.parts.push(part);
  else drafts.push({ role: 'user', parts: [part] });
}

const SILENT: Part = { isResultLine: false, isSilent: true, isApart: false, blocks: [] };

/** D1: what of the user's side is sent. */
function sentWords(entry: Entry, standIns: StandIns): Part | undefined {
  if (isSystem(entry)) {
    if (!isLocalCommand(entry)) return undefined;
    if (entry.content === undefined) return partOf([NO_CONTENT]);
    return typeof entry.content === 'string' ? partOf([{ type: 'text', text: entry.content }]) : undefined;
  }
  if (!isUser(entry) || entry.isVirtual) return undefined;
  const { content } = entry.message;
  if (content.length === 0 && typeof content !== 'string') return undefined;
  // A notification goes as a reminder, which is not of the conversation.
  if (entry.origin?.kind === 'task-notification') return SILENT;
  if (typeof content === 'string') return content.trim() === '' ? SILENT : partOf([{ type: 'text', text: content }]);
  return partOf(content.map((block) => (isAnswer(block) ? cutResult(sentResult(block), standIns) : block)));
}

function partOf(blocks: Block[]): Part {
  return { isResultLine: blocks.some(isAnswer), isSilent: false, isApart: false, blocks };
}

function reminderPart(reminders: string[]): Part | undefined {
  return reminders.length === 0 ? undefined : partOf(reminders.map((text) => ({ type: 'text', text })));
}

/** The client puts its reminders behind the last reply, even one that is not sent or joins an earlier message. */
function promptPart(prompt: string, entries: readonly Entry[]): Part {
  const last = entries.findLast((entry) => isUser(entry) || isAssistant(entry) || isLocalCommand(entry));
  return { ...partOf([{ type: 'text', text: prompt }]), isApart: last !== undefined && isAssistant(last) };
}

/** G2: a command that is only displayed is not sent. */
function isLocalCommand(entry: Entry): boolean {
  return isSystem(entry) && entry.subtype === 'local_command' && entry.isDisplayOnly !== true;
}

/** D9. */
function sentResult(block: ToolResultBlock): ToolResultBlock {
  const { content } = block;
  if (Array.isArray(content)) {
    return block.is_error ? { ...block, content: content.filter((part) => part?.type === 'text') } : block;
  }
  const isOther = typeof content !== 'string' && content !== undefined && content !== null;
  return isOther ? { ...block, content: JSON.stringify(content) } : block;
}

/**
 * D10: what of it is sent goes right behind the last reply or result before it, and behind what rose earlier. Where
 * that is a reply, each message that it tells stands alone; what follows joins the last of them.
 */
function addAttachment(drafts: Draft[], entry: AttachmentEntry, model: string): void {
  const part = risingPart(entry, model);
  const last = drafts.at(-1);
  if (last?.role === 'user') {
    if (part) addRising(last, part);
    return;
  }
  const told = messagesTold(entry.attachment, model);
  for (let message = 1; message < told; message++) drafts.push({ role: 'user', parts: [SILENT] });
  if (part || told > 1) drafts.push({ role: 'user', parts: [part ?? SILENT] });
}

function addRising({ parts }: UserDraft, part: Part): void {
  let at = parts.findLastIndex((each) => each.isResultLine) + 1;
  while ((parts[at]?.rises ?? Number.POSITIVE_INFINITY) <= (part.rises ?? 0)) at++;
  parts.splice(at, 0, part);
}

function risingPart(entry: AttachmentEntry, model: string): Part | undefined {
  const queued = queuedWords(entry, model);
  if (queued) return { ...partOf(queued), rises: 2 };
  const pictures = picturesOf(entry.attachment);
  return pictures.length > 0 ? { ...partOf(pictures), rises: 1 } : undefined;
}

/** D1, D3: a line joins the nearest earlier message of its reply, over replies and results but not over a prompt. */
function addReply(drafts: Draft[], entry: AssistantEntry, asked: Asked, joinable: Map<string, ReplyDraft>): void {
  if (entry.isVirtual || isSyntheticError(entry)) return;
  const blocks = sentReply(entry, asked);
  if (endsWithWords(drafts)) joinable.clear();
  const key = replyKey(entry);
  const earlier = key === undefined ? undefined : joinable.get(key);
  if (earlier) {
    earlier.reply.join(blocks);
    return;
  }
  const draft: ReplyDraft = { role: 'assistant', reply: new ReplyBlocks(), isStripped: asked.isStripped(entry) };
  draft.reply.join(blocks);
  drafts.push(draft);
  if (key !== undefined) joinable.set(key, draft);
}

/** A user message without a result parts the replies on both sides. */
function endsWithWords(drafts: readonly Draft[]): boolean {
  const lastReply = drafts.findLastIndex((draft) => draft.role === 'assistant');
  return drafts
    .slice(lastReply + 1)
    .some((draft) => draft.role === 'user' && !draft.parts.some((part) => part.isResultLine));
}

/** D5 to D8. */
function sentReply(entry: AssistantEntry, { model, loaded }: Asked): Block[] {
  const isForeign =
    entry.message.model !== '<synthetic>' &&
    (typeof entry.message.model !== 'string' || !isSameModel(entry.message.model, model));
  return blocksOf(entry.message.content)
    .filter((block) => block.type !== 'fallback' && block.type !== 'tool_result')
    .filter((block) => !isForeign || !isSigned(block))
    .map((block) =>
      isCall(block) ? { ...block, name: resumedName(block.name), input: sentInput(block, loaded) } : block,
    );
}

function isSigned(block: Block): boolean {
  if (block.type === 'redacted_thinking') return true;
  return isThinking(block) && Boolean(block.signature);
}

/** D8. The plan stands in a file, which the client names itself where it offers to leave plan mode. */
function sentInput({ name, input }: ToolUseBlock, loaded: ReadonlySet<string>): JsonObject {
  if (!isObject(input)) return input;
  if (name === TOOL.ExitPlanMode && loaded.has(name)) return without(input, ['plan', 'planFilePath']);
  if (name === TOOL.Edit && 'edits' in input) return without(input, ['old_string', 'new_string', 'replace_all']);
  if (name === TOOL.SendMessage && 'to' in input && 'message' in input) {
    return without(input, ['type', 'recipient', 'content', 'request_id', 'approve']);
  }
  return input;
}

function without(input: JsonObject, keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !keys.includes(key)));
}

/** Empty when nothing of it is sent but reminders. */
function finish(draft: Draft): ApiMessage {
  if (draft.role === 'assistant') {
    const blocks = draft.reply.blocks();
    return { role: 'assistant', content: orNoContent(draft.isStripped ? withoutThinking(blocks) : blocks) };
  }
  if (draft.parts.every((part) => part.isSilent)) return { role: 'user', content: [] };
  return { role: 'user', content: orNoContent(resultsFirst(draft.parts)) };
}

/**
 * D2: no blank words; where lines meet, results go first, and where two lines' words meet, the first end with a line
 * break.
 */
function resultsFirst(parts: Part[]): Block[] {
  const [only] = parts;
  if (only && parts.length === 1) return only.blocks.filter(isNotBlank);
  const results: Block[] = [];
  const words: Block[] = [];
  for (const { blocks, isApart } of parts) {
    const before = words.at(-1);
    if (!isApart && before && isText(before) && blocks[0] && isText(blocks[0])) {
      words[words.length - 1] = { ...before, text: `${before.text}\n` };
    }
    for (const block of blocks) (isAnswer(block) ? results : words).push(block);
  }
  return [...results, ...words.filter(isNotBlank)];
}

const isNotBlank = (block: Block) => !isText(block) || block.text.trim() !== '';

function orNoContent(blocks: Block[]): Block[] {
  return blocks.length > 0 ? blocks : [NO_CONTENT];
}
