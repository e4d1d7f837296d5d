import { hasReadableContent } from '../format/entry.js';
import { paths } from '../format/paths.js';
import type { CompactMetadata } from '../format/schema.js';
import { type Fields, ParsedFields } from '../read/fields.js';
import { isObject } from '../read/json.js';
import type { Path } from '../read/path.js';
import { startsAgent } from '../tools/facts.js';
import type { ExtraFacts, NodeFacts, ReplyFacts, ToolResultFact, ToolUseFact, UserFacts } from './node.js';
import { tokensIn } from './tokens.js';
import { wordsKindOf } from './words.js';

const { message } = paths;
const block = message.content.each;

const NO_RESULTS: ToolResultFact[] = [];
const NO_USES: ToolUseFact[] = [];

/** Returns the facts of an entry, independent of its place. */
export function factsOf(fields: Fields): NodeFacts {
  const type = fields.text(paths.type) ?? '';
  return {
    type,
    subtype: subtypeOf(type, fields),
    uuid: idOf(fields, paths.uuid),
    parentUuid: fields.has(paths.parentUuid) ? (idOf(fields, paths.parentUuid) ?? null) : undefined,
    time: fields.time(paths.timestamp),
    isSidechain: fields.isTruthy(paths.isSidechain),
    user: type === 'user' && hasReadableContent(fields) ? userFacts(fields) : undefined,
    reply: type === 'assistant' && hasReadableContent(fields) ? replyFacts(fields) : undefined,
    extra: extraFacts(type, fields),
  };
}

export function userFacts(fields: Fields): UserFacts {
  const isMeta = fields.isTruthy(paths.isMeta);
  const isString = fields.isText(message.content);
  const blocks = isString ? 1 : fields.count(message.content);
  const results = isString ? NO_RESULTS : resultsIn(fields, blocks);
  if (results.length > 0) return { words: 'tool_result', results, blocks, isMeta, isTextOnly: false };
  return { words: wordsKindOf(fields), results, blocks, isMeta, isTextOnly: isString || hasTextOnly(fields, blocks) };
}

function resultsIn(fields: Fields, blocks: number): ToolResultFact[] {
  let results = NO_RESULTS;
  for (let index = 0; index < blocks; index++) {
    const item = fields.item(message.content, index);
    const id = item.is(block.type, 'tool_result') ? item.text(block.tool_use_id) : undefined;
    if (id === undefined) continue;
    const result = {
      tool_use_id: id,
      isError: item.isTrue(block.is_error),
      agentId: fields.text(paths.toolUseResult.agentId),
      size: item.length(block.content),
    };
    results = withOneMore(results, result);
  }
  return results;
}

/** Most lines have one fact. Pushing onto an empty array reserves room for seventeen, a fifth of a session's weight. */
function withOneMore<Fact>(facts: Fact[], fact: Fact): Fact[] {
  if (facts.length === 0) return [fact];
  facts.push(fact);
  return facts;
}

function hasTextOnly(fields: Fields, blocks: number): boolean {
  for (let index = 0; index < blocks; index++) {
    const item = fields.item(message.content, index);
    if (!item.is(block.type, 'text') || !item.isText(block.text)) return false;
  }
  return true;
}

function replyFacts(fields: Fields): ReplyFacts {
  const isString = fields.isText(message.content);
  const blocks = isString ? 1 : fields.count(message.content);
  let thoughts = 0;
  let uses = NO_USES;
  for (let index = 0; !isString && index < blocks; index++) {
    const item = fields.item(message.content, index);
    if (item.is(block.type, 'thinking') || item.is(block.type, 'redacted_thinking')) thoughts++;
    const use = item.is(block.type, 'tool_use') ? useIn(item) : undefined;
    if (use) uses = withOneMore(uses, use);
  }
  return {
    messageId: fields.text(message.id),
    model: fields.text(message.model),
    isApiError: fields.isTrue(paths.isApiErrorMessage),
    uses,
    tokens: tokensIn(fields),
    stopReason: fields.text(message.stop_reason),
    blocks,
    thoughts,
    isThinkingOnly: thoughts > 0 && thoughts === blocks,
    isBlank: uses.length === 0 && thoughts === 0 && isBlank(fields, blocks),
  };
}

function isBlank(fields: Fields, blocks: number): boolean {
  if (fields.isText(message.content)) return isBlankText(fields, message.content);
  for (let index = 0; index < blocks; index++) {
    const item = fields.item(message.content, index);
    if (!item.is(block.type, 'text') || !isBlankText(item, block.text)) return false;
  }
  return blocks > 0;
}

/** Longer texts are not read to determine whether they are blank. */
const LONGEST_BLANK = 100;

function isBlankText(fields: Fields, path: Path): boolean {
  const length = fields.length(path);
  return length !== undefined && length <= LONGEST_BLANK && fields.text(path)?.trim() === '';
}

function useIn(item: Fields): ToolUseFact | undefined {
  const id = item.text(block.id);
  if (id === undefined) return undefined;
  const name = item.text(block.name) ?? '';
  return {
    id,
    name,
    file: item.text(block.input.file_path) ?? item.text(block.input.notebook_path),
    prompt: startsAgent(name) ? item.text(block.input.prompt) : undefined,
  };
}

function subtypeOf(type: string, fields: Fields): string | undefined {
  if (type === 'system') return fields.text(paths.subtype);
  if (type === 'attachment') return fields.text(paths.attachment.type);
  if (type === 'progress') return fields.text(paths.data.type);
  return undefined;
}

function extraFacts(type: string, fields: Fields): ExtraFacts | undefined {
  const extra: ExtraFacts = {};
  const keep = (
    key: 'logicalParentUuid' | 'messageId' | 'agentId' | 'parentToolUseID' | 'leafUuid',
    value: string | undefined,
  ) => {
    if (value !== undefined) extra[key] = value;
  };
  keep('agentId', fields.text(paths.agentId));
  const oddTime = oddTimeOf(fields);
  if (!Number.isNaN(oddTime)) extra.oddTime = oddTime;
  switch (type) {
    case 'system':
      keep('logicalParentUuid', fields.text(paths.logicalParentUuid));
      if (fields.isObject(paths.compactMetadata)) {
        extra.compactMetadata = fields.value(paths.compactMetadata) as CompactMetadata;
      }
      break;
    case 'file-history-snapshot':
    case 'file-history-delta':
      keep('messageId', fields.text(paths.messageId));
      break;
    case 'last-prompt':
      // The client accepts any value here as a name.
      if (fields.has(paths.leafUuid)) extra.leafUuid = idOf(fields, paths.leafUuid) ?? '';
      break;
    case 'summary':
      keep('leafUuid', fields.text(paths.leafUuid));
      break;
    case 'queue-operation':
      extra.queue = { operation: fields.text(paths.operation) ?? '', content: fields.text(paths.content) };
      break;
    case 'progress':
      keep('parentToolUseID', fields.text(paths.parentToolUseID));
      if (fields.is(paths.data.type, 'agent_progress')) keepEmbedded(fields, extra);
      break;
  }
  for (const _ in extra) return extra;
  return undefined;
}

/** Converts a timestamp that is not a string as JavaScript does: a number is milliseconds. */
function oddTimeOf(fields: Fields): number {
  if (!fields.has(paths.timestamp) || fields.isText(paths.timestamp)) return Number.NaN;
  return new Date(fields.value(paths.timestamp) as number).getTime();
}

function keepEmbedded(fields: Fields, extra: ExtraFacts): void {
  const agentId = fields.text(paths.data.agentId);
  if (agentId !== undefined) extra.agentId = agentId;
  const reply = embeddedReply(fields);
  if (!reply) return;
  extra.embedded = {
    messageId: reply.text(message.id),
    model: reply.text(message.model),
    tokens: tokensIn(reply),
  };
}

/** Returns the reply of a sub-agent that its progress line repeats. */
export function embeddedReply(fields: Fields): Fields | undefined {
  if (!fields.is(paths.data.type, 'agent_progress')) return undefined;
  const line = fields.value(paths.data.message);
  const inner = isObject(line) ? new ParsedFields(line) : undefined;
  return inner?.is(paths.type, 'assistant') && hasReadableContent(inner) ? inner : undefined;
}

/**
 * Returns the uuid of a line or of its parent. The client accepts any value; a value that is not a string is named by
 * its JSON, which no other line has. Null, false, zero and empty count as none.
 */
function idOf(fields: Fields, path: typeof paths.uuid): string | undefined {
  const text = fields.text(path);
  if (text !== undefined) return text;
  const value = fields.value(path);
  return value ? `\0${JSON.stringify(value)}` : undefined;
}
