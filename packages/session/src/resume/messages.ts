import type { AssistantEntry } from '../entry/assistant.js';
import {
  type Block,
  blocksOf,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  type ToolResultBlock,
} from '../entry/block.js';
import { type Entry, isAssistant, isAttachment, isSystem, isUser } from '../entry/entry.js';
import { isObject } from '../line/json.js';
import type { JsonObject } from '../line/line.js';
import { isSyntheticError, replyKey } from './clean.js';
import { isSameModel } from './model.js';
import { ReplyBlocks } from './reply-blocks.js';

/** A message as the Messages API takes it. */
export interface ApiMessage {
  role: 'user' | 'assistant';
  content: Block[];
}

const NO_CONTENT: Block = { type: 'text', text: '(no content)' };

/** Step D: lines to messages. */
export function messagesOf(entries: readonly Entry[], model: string): ApiMessage[] {
  const drafts: Draft[] = [];
  // The replies since the last prompt, which a line may still join.
  const joinable = new Map<string, ReplyDraft>();
  for (const entry of entries) {
    if (isAssistant(entry)) addReply(drafts, entry, model, joinable);
    else if (isAttachment(entry)) addPictures(drafts, picturesOf(entry.attachment));
    else addWords(drafts, entry);
  }
  return drafts.flatMap(finish);
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
}

/** What one line gives to a user message. */
interface Part {
  isResultLine: boolean;
  /** Nothing of the line is sent, but it parts the replies on both sides. */
  isSilent: boolean;
  blocks: Block[];
}

/** D1, D2: what of the user's side is sent; neighbours merge. */
function addWords(drafts: Draft[], entry: Entry): void {
  const part = sentWords(entry);
  if (!part) return;
  const last = drafts.at(-1);
  if (last?.role === 'user') last.parts.push(part);
  else drafts.push({ role: 'user', parts: [part] });
}

const SILENT: Part = { isResultLine: false, isSilent: true, blocks: [] };

function sentWords(entry: Entry): Part | undefined {
  if (isSystem(entry)) {
    if (entry.subtype !== 'local_command' || typeof entry.content !== 'string') return undefined;
    return partOf([{ type: 'text', text: entry.content }]);
  }
  if (!isUser(entry) || entry.isVirtual) return undefined;
  const { content } = entry.message;
  if (content.length === 0 && typeof content !== 'string') return undefined;
  // A notification goes as a reminder, which is not of the conversation.
  if (entry.origin?.kind === 'task-notification') return SILENT;
  if (typeof content === 'string') return content.trim() === '' ? SILENT : partOf([{ type: 'text', text: content }]);
  return partOf(content.map((block) => (isToolResult(block) ? sentResult(block) : block)));
}

function partOf(blocks: Block[]): Part {
  return { isResultLine: blocks.some(isToolResult), isSilent: false, blocks };
}

/** D9. */
function sentResult(block: ToolResultBlock): Block {
  const { content } = block;
  if (Array.isArray(content)) {
    return block.is_error ? { ...block, content: content.filter((part) => part.type === 'text') } : block;
  }
  return isObject(content) ? { ...block, content: JSON.stringify(content) } : block;
}

/** D10: pictures rise to right behind the last reply or result before them. */
function addPictures(drafts: Draft[], pictures: Block[]): void {
  if (pictures.length === 0) return;
  const part = partOf(pictures);
  const last = drafts.at(-1);
  if (last?.role === 'user') last.parts.splice(last.parts.findLastIndex((at) => at.isResultLine) + 1, 0, part);
  else drafts.push({ role: 'user', parts: [part] });
}

function picturesOf(attachment: JsonObject): Block[] {
  if (attachment['type'] === 'queued_command' && Array.isArray(attachment['prompt'])) {
    return attachment['prompt'].filter(
      (block) => isObject(block) && (block['type'] === 'image' || block['type'] === 'document'),
    );
  }
  const content = attachment['content'];
  if (attachment['type'] !== 'file' || !isObject(content) || content['type'] !== 'image') return [];
  const file = isObject(content['file']) ? content['file'] : {};
  return [{ type: 'image', source: { type: 'base64', data: file['base64'], media_type: file['type'] } }];
}

/** D1, D3: a line joins the nearest earlier message of its reply, over replies and results but not over a prompt. */
function addReply(drafts: Draft[], entry: AssistantEntry, model: string, joinable: Map<string, ReplyDraft>): void {
  if (entry.isVirtual || isSyntheticError(entry)) return;
  const blocks = sentReply(entry, model);
  const last = drafts.at(-1);
  if (last?.role === 'user' && !last.parts.some((part) => part.isResultLine)) joinable.clear();
  const key = replyKey(entry);
  const earlier = key === undefined ? undefined : joinable.get(key);
  if (earlier) {
    earlier.reply.join(blocks);
    return;
  }
  const draft: ReplyDraft = { role: 'assistant', reply: new ReplyBlocks() };
  draft.reply.join(blocks);
  drafts.push(draft);
  if (key !== undefined) joinable.set(key, draft);
}

/** D5 to D8. */
function sentReply(entry: AssistantEntry, model: string): Block[] {
  const isForeign =
    entry.message.model !== '<synthetic>' &&
    (entry.message.model === undefined || !isSameModel(entry.message.model, model));
  return blocksOf(entry.message.content)
    .filter((block) => block.type !== 'fallback' && block.type !== 'tool_result')
    .filter((block) => !isForeign || !isSigned(block))
    .map((block) =>
      isToolUse(block) ? { ...block, name: sentName(block.name), input: sentInput(block.name, block.input) } : block,
    );
}

function isSigned(block: Block): boolean {
  if (block.type === 'redacted_thinking') return true;
  return isThinking(block) && Boolean(block.signature);
}

/** D7: tools the client offers under another name now. */
const RENAMED: Record<string, string> = { Task: 'Agent', RunWorkflow: 'Workflow', ListPeers: 'ListAgents' };

function sentName(name: string): string {
  return Object.hasOwn(RENAMED, name) ? (RENAMED[name] ?? name) : name;
}

/** D8. */
function sentInput(name: string, input: JsonObject): JsonObject {
  if (!isObject(input)) return input;
  if (name === 'Edit' && 'edits' in input) return without(input, ['old_string', 'new_string', 'replace_all']);
  if (name === 'SendMessage' && 'to' in input && 'message' in input) {
    return without(input, ['type', 'recipient', 'content', 'request_id', 'approve']);
  }
  return input;
}

function without(input: JsonObject, keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !keys.includes(key)));
}

function finish(draft: Draft): ApiMessage[] {
  if (draft.role === 'assistant') return [{ role: 'assistant', content: orNoContent(draft.reply.blocks()) }];
  if (draft.parts.every((part) => part.isSilent)) return [];
  return [{ role: 'user', content: orNoContent(resultsFirst(draft.parts)) }];
}

/** D2: results first, no blank words. */
function resultsFirst(parts: Part[]): Block[] {
  const blocks = parts.flatMap((part) => part.blocks).filter((block) => !isText(block) || block.text.trim() !== '');
  return [...blocks.filter(isToolResult), ...blocks.filter((block) => !isToolResult(block))];
}

function orNoContent(blocks: Block[]): Block[] {
  return blocks.length > 0 ? blocks : [NO_CONTENT];
}
