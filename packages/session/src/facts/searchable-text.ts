import {
  type Block,
  blocksOf,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  type ToolUseBlock,
} from '../format/block.js';
import {
  type Entry,
  isAssistant,
  isAttachment,
  isProgress,
  isUser,
  modernise,
  type OtherEntry,
} from '../format/entry.js';
import type { UserEntry } from '../format/schema.js';
import { isRejection } from '../model/rejection.js';
import { wordsOf } from '../model/words.js';
import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { fileIn } from '../tools/facts.js';
import type { SearchKind } from './search-kind.js';

/** A piece of a session that can be found. */
export interface SearchableText {
  kind: SearchKind;
  text: string;
  /** The call that a tool's input or output belongs to. */
  toolUseId?: string;
  /** Known for the input; an output has only the id. */
  tool?: string;
  /** The file a call is about. */
  file?: string;
  isError?: boolean;
}

/**
 * Returns the part of a tool's input that may be shown. Decided before the texts are collected, because they are stored
 * without their field names.
 */
export type ShownInput = (input: unknown) => unknown;

/** The searchable texts on one line of a session, in order. */
export function searchableOf(object: JsonObject, shown: ShownInput = unchanged): SearchableText[] {
  const entry = modernise(object as Entry);
  if (isUser(entry)) return ofUser(entry);
  if (isAssistant(entry)) return blocksOf(entry.message.content).flatMap((block) => ofReplyBlock(block, shown));
  if (isProgress(entry) && entry.data.type === 'agent_progress') {
    const inner = entry.data['message'];
    return isObject(inner) && inner['type'] !== 'progress' ? searchableOf(inner, shown) : [];
  }
  if (isAttachment(entry)) return ofAttachment(entry.attachment);
  return ofSideLine(entry as OtherEntry);
}

const unchanged: ShownInput = (input) => input;

function ofUser(entry: UserEntry): SearchableText[] {
  const words = wordsOf(entry);
  const texts: SearchableText[] = [];
  const text = words.command ? `${words.command.name} ${words.command.args}` : words.text;
  const kind = KIND_OF_WORDS[words.kind] ?? 'injected';
  if (text.trim() !== '') texts.push({ kind, text: kind === 'tool_output' ? withoutColours(text) : text });
  texts.push(...blocksOf(entry.message.content).filter(isToolResult).flatMap(ofResult));
  for (const { kind, text } of words.ideContext) {
    if (kind.startsWith('message from agent') && text !== '') texts.push({ kind: 'injected', text });
  }
  return texts;
}

const KIND_OF_WORDS: { readonly [kind: string]: SearchKind } = {
  prompt: 'prompt',
  command: 'prompt',
  bash: 'prompt',
  bash_output: 'tool_output',
  command_output: 'tool_output',
  compact_summary: 'summary',
};

function ofResult(block: Block & { tool_use_id: string; content?: unknown; is_error?: boolean }): SearchableText[] {
  const { content } = block;
  const text = typeof content === 'string' ? content : Array.isArray(content) ? textsIn(content) : '';
  if (text.trim() === '') return [];
  const isError = block.is_error === true && !isRejection(text);
  return [{ kind: 'tool_output', text: withoutColours(text), toolUseId: block.tool_use_id, isError }];
}

/** Removes terminal colours and cursor moves, which would stick to adjacent words. */
function withoutColours(text: string): string {
  return text.includes('\u001b') ? text.replace(COLOURS, '') : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches escape sequences
const COLOURS = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

function textsIn(blocks: unknown[]): string {
  return blocks
    .flatMap((block) => (isObject(block) && isText(block as Block) ? [String(block['text'])] : []))
    .join('\n');
}

function ofReplyBlock(block: Block, shown: ShownInput): SearchableText[] {
  if (isText(block)) return block.text.trim() === '' ? [] : [{ kind: 'reply', text: block.text }];
  if (isThinking(block)) return block.thinking.trim() === '' ? [] : [{ kind: 'thinking', text: block.thinking }];
  return isToolUse(block) ? [ofCall(block, shown)] : [];
}

function ofCall(block: ToolUseBlock, shown: ShownInput): SearchableText {
  const parts: string[] = [];
  collectStrings(shown(block.input), parts);
  const input = isObject(block.input) ? block.input : {};
  const file = fileIn(input) ?? input['path'];
  return {
    kind: 'tool_input',
    text: parts.join('\n'),
    toolUseId: block.id,
    tool: typeof block.name === 'string' ? block.name : '',
    ...(typeof file === 'string' ? { file } : {}),
  };
}

/** Collects the input texts, without field names. */
function collectStrings(value: unknown, parts: string[]): void {
  if (typeof value === 'string') parts.push(value);
  else if (typeof value === 'number') parts.push(String(value));
  else if (Array.isArray(value)) for (const each of value) collectStrings(each, parts);
  else if (isObject(value)) for (const key in value) collectStrings(value[key], parts);
}

function ofAttachment(attachment: JsonObject): SearchableText[] {
  const { type, prompt } = attachment;
  if (type !== 'queued_command') return [];
  if (typeof prompt === 'string') return [{ kind: 'prompt', text: prompt }];
  return Array.isArray(prompt) ? [{ kind: 'prompt', text: textsIn(prompt) }] : [];
}

const TITLES: { readonly [type: string]: string } = {
  'custom-title': 'customTitle',
  'ai-title': 'aiTitle',
  summary: 'summary',
};

function ofSideLine(entry: OtherEntry): SearchableText[] {
  const field = TITLES[String(entry['type'])];
  const text = field === undefined ? undefined : entry[field];
  return typeof text === 'string' && text.trim() !== '' ? [{ kind: 'title', text }] : [];
}
