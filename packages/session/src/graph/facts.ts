import type { AssistantEntry } from '../entry/assistant.js';
import { type Block, isText, isToolResult, isToolUse } from '../entry/block.js';
import { type Entry, isAssistant, isAttachment, isProgress, isSystem, type OtherEntry } from '../entry/entry.js';
import type { UserEntry } from '../entry/user.js';
import { isObject } from '../line/json.js';
import { tokensOf } from '../message/tokens.js';
import { wordsKindOf } from '../turn/words.js';
import type { ExtraFacts, ReplyFacts, ToolResultFact, ToolUseFact, UserFacts } from './node.js';

const NO_RESULTS: ToolResultFact[] = [];
const NO_USES: ToolUseFact[] = [];

export function userFacts(entry: UserEntry): UserFacts {
  const { content } = entry.message;
  const isMeta = Boolean(entry.isMeta);
  const blocks = typeof content === 'string' ? 1 : content.length;
  const results = typeof content === 'string' ? [] : content.filter(isToolResult);
  if (results.length === 0) {
    const isTextOnly = typeof content === 'string' || content.every(isText);
    return { words: wordsKindOf(entry), results: NO_RESULTS, blocks, isMeta, isTextOnly };
  }
  const agentId = isObject(entry.toolUseResult) ? text(entry.toolUseResult['agentId']) : undefined;
  return {
    words: 'tool_result',
    results: results.map((block) => ({
      tool_use_id: block.tool_use_id,
      isError: block.is_error === true,
      agentId,
      size: typeof block.content === 'string' ? block.content.length : undefined,
    })),
    blocks,
    isMeta,
    isTextOnly: false,
  };
}

export function replyFacts(entry: AssistantEntry): ReplyFacts {
  const { message } = entry;
  const { content } = message;
  const thoughts = typeof content === 'string' ? 0 : content.filter(isThought).length;
  return {
    messageId: text(message.id),
    model: text(message.model),
    isApiError: entry.isApiErrorMessage === true,
    uses: typeof content === 'string' ? NO_USES : usesOf(content),
    tokens: isObject(message.usage) ? tokensOf(message.usage) : undefined,
    stopReason: text(message.stop_reason),
    blocks: typeof content === 'string' ? 1 : content.length,
    thoughts,
    isThinkingOnly: thoughts > 0 && thoughts === content.length,
  };
}

function isThought(block: Block): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

function usesOf(content: Block[]): ToolUseFact[] {
  const uses = content.filter(isToolUse);
  if (uses.length === 0) return NO_USES;
  return uses.map((block) => {
    const input = isObject(block.input) ? block.input : {};
    return {
      id: block.id,
      name: text(block.name) ?? '',
      file: text(input['file_path']) ?? text(input['notebook_path']),
      prompt: block.name === 'Task' || block.name === 'Agent' ? text(input['prompt']) : undefined,
    };
  });
}

export function subtypeOf(entry: Entry): string | undefined {
  if (isSystem(entry)) return text(entry.subtype);
  if (isAttachment(entry)) return text(entry.attachment.type);
  if (isProgress(entry)) return text(entry.data.type);
  return undefined;
}

export function extraFacts(entry: Entry): ExtraFacts | undefined {
  const other = entry as OtherEntry;
  const extra: ExtraFacts = {};
  const keep = (
    key: 'logicalParentUuid' | 'messageId' | 'agentId' | 'parentToolUseID' | 'leafUuid',
    value: unknown,
  ) => {
    if (typeof value === 'string') extra[key] = value;
  };
  keep('agentId', other['agentId']);
  const oddTime = oddTimeOf(other['timestamp']);
  if (!Number.isNaN(oddTime)) extra.oddTime = oddTime;
  switch (other['type']) {
    case 'system':
      keep('logicalParentUuid', other['logicalParentUuid']);
      if (isObject(other['compactMetadata'])) extra.compactMetadata = other['compactMetadata'];
      break;
    case 'file-history-snapshot':
    case 'file-history-delta':
      keep('messageId', other['messageId']);
      break;
    case 'last-prompt':
      // Whatever stands there, the client takes it for a name.
      if (other['leafUuid'] !== undefined) extra.leafUuid = idOf(other['leafUuid']) ?? '';
      break;
    case 'summary':
      keep('leafUuid', other['leafUuid']);
      break;
    case 'queue-operation':
      extra.queue = { operation: text(other['operation']) ?? '', content: text(other['content']) };
      break;
    case 'progress':
      keep('parentToolUseID', other['parentToolUseID']);
      if (isProgress(entry)) keepEmbedded(entry.data, extra);
      break;
  }
  for (const _ in extra) return extra;
  return undefined;
}

/** What JavaScript makes of a timestamp that is no text: a number is milliseconds. */
function oddTimeOf(timestamp: unknown): number {
  if (timestamp === undefined || typeof timestamp === 'string') return Number.NaN;
  return new Date(timestamp as number).getTime();
}

function keepEmbedded(data: { [key: string]: unknown }, extra: ExtraFacts): void {
  if (data['type'] !== 'agent_progress') return;
  if (typeof data['agentId'] === 'string') extra.agentId = data['agentId'];
  const line = data['message'];
  if (!isObject(line) || !isAssistant(line as Entry)) return;
  const { message } = line as unknown as AssistantEntry;
  extra.embedded = {
    messageId: text(message.id),
    model: text(message.model),
    tokens: isObject(message.usage) ? tokensOf(message.usage) : undefined,
  };
}

/**
 * The name of a line or of its parent. The client takes whatever stands there; what is no text is named by its JSON,
 * under which no other line is known. Nothing, false, zero and empty are none.
 */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : value ? `\0${JSON.stringify(value)}` : undefined;
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
