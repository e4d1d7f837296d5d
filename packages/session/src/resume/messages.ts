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
import { isSyntheticError } from './clean.js';
import { isSameModel } from './model.js';

/** A message as the Messages API takes it. */
export interface ApiMessage {
  role: 'user' | 'assistant';
  content: Block[];
}

const NO_CONTENT: Block = { type: 'text', text: '(no content)' };

/** Step D: lines to messages. */
export function messagesOf(entries: readonly Entry[], model: string): ApiMessage[] {
  const drafts: Draft[] = [];
  for (const entry of entries) {
    if (isAssistant(entry)) addReply(drafts, entry, model);
    else if (isAttachment(entry)) addPictures(drafts, picturesOf(entry.attachment));
    else addWords(drafts, entry);
  }
  return drafts.map(finish);
}

/** A message while it grows. The parts of a user message remember whether their line held results. */
type Draft = { role: 'user'; parts: Part[] } | { role: 'assistant'; key: string | undefined; blocks: Block[] };

interface Part {
  isResultLine: boolean;
  blocks: Block[];
}

/** D1, D2: what of the user's side is sent; neighbours merge. */
function addWords(drafts: Draft[], entry: Entry): void {
  const blocks = sentWords(entry);
  if (!blocks) return;
  const part = { isResultLine: blocks.some(isToolResult), blocks };
  const last = drafts.at(-1);
  if (last?.role === 'user') last.parts.push(part);
  else drafts.push({ role: 'user', parts: [part] });
}

function sentWords(entry: Entry): Block[] | undefined {
  if (isSystem(entry)) {
    if (entry.subtype !== 'local_command' || typeof entry.content !== 'string') return undefined;
    return [{ type: 'text', text: entry.content }];
  }
  if (!isUser(entry) || entry.isVirtual || entry.origin?.kind === 'task-notification') return undefined;
  const { content } = entry.message;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (content.length === 0) return undefined;
  return content.map((block) => (isToolResult(block) ? sentResult(block) : block));
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
  const part = { isResultLine: false, blocks: pictures };
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
function addReply(drafts: Draft[], entry: AssistantEntry, model: string): void {
  if (entry.isVirtual || isSyntheticError(entry)) return;
  const blocks = sentReply(entry, model);
  const key = replyKey(entry);
  for (let at = drafts.length - 1; key !== undefined && at >= 0; at--) {
    const draft = drafts[at];
    if (!draft) break;
    if (draft.role === 'user') {
      if (!draft.parts.some((part) => part.isResultLine)) break;
    } else if (draft.key === key) {
      draft.blocks.push(...blocks);
      return;
    }
  }
  drafts.push({ role: 'assistant', key, blocks });
}

/** F2: lines without an id but with a requestId merge with each other. */
function replyKey(entry: AssistantEntry): string | undefined {
  return entry.message.id ?? (entry.requestId === undefined ? undefined : '');
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

/** D2, D4: results first, calls last, no blank words, never empty. */
function finish(draft: Draft): ApiMessage {
  const blocks = draft.role === 'user' ? wordsOfParts(draft.parts) : draft.blocks;
  const isFirst = draft.role === 'user' ? isToolResult : (block: Block) => block.type !== 'tool_use';
  const content = [...blocks.filter((block) => isFirst(block)), ...blocks.filter((block) => !isFirst(block))];
  return { role: draft.role, content: content.length > 0 ? content : [NO_CONTENT] };
}

function wordsOfParts(parts: Part[]): Block[] {
  return parts.flatMap((part) => part.blocks).filter((block) => !isText(block) || block.text.trim() !== '');
}
