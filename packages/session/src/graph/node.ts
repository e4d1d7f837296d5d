import type { AssistantEntry } from '../entry/assistant.js';
import { type Block, isToolResult, isToolUse } from '../entry/block.js';
import {
  type Entry,
  isAssistant,
  isAttachment,
  isProgress,
  isSystem,
  isUser,
  type OtherEntry,
} from '../entry/entry.js';
import type { CompactMetadata } from '../entry/system.js';
import type { UserEntry } from '../entry/user.js';
import { isObject } from '../line/json.js';
import { type Tokens, tokensOf } from '../message/tokens.js';
import { type WordsKind, wordsKindOf } from '../turn/words.js';
import { Repeated } from './repeated.js';

/** Where an entry stands in its file. */
export interface Place {
  /** 1-based line number. */
  line: number;
  byte: number;
  length: number;
  /** Which object of the line: 0 unless objects are glued together. */
  part: number;
  /** False when the entry was saved from a damaged line: the client does not see it. */
  isWhole: boolean;
  /** True when the line has the shape of the first versions, which the newest client does not read. */
  isModernised?: boolean;
}

/**
 * What the graph, the turns and the resume rules need to know of an entry, and where its content stands.
 * Small on purpose: a session of a gigabyte is held as its nodes, and content is read from the file when asked for.
 */
export interface Node {
  /** Position among all nodes of the session, in file order. */
  index: number;
  readonly place: Place;
  type: string;
  /** A system line's subtype, an attachment's or a progress line's type. */
  subtype: string | undefined;
  uuid: string | undefined;
  /** Undefined when the line has no such field, null on a root. */
  parentUuid: string | null | undefined;
  /** Milliseconds, NaN when there is no valid timestamp. */
  time: number;
  isSidechain: boolean;
  user: UserFacts | undefined;
  reply: ReplyFacts | undefined;
  extra: ExtraFacts | undefined;
}

/** Facts of a user line whose content can be read. */
export interface UserFacts {
  words: WordsKind;
  results: ToolResultFact[];
  /** How many blocks its content has; a string is one. */
  blocks: number;
  isMeta: boolean;
}

export interface ToolResultFact {
  tool_use_id: string;
  isError: boolean;
  agentId: string | undefined;
}

/** Facts of one line of a reply. */
export interface ReplyFacts {
  messageId: string | undefined;
  model: string | undefined;
  isApiError: boolean;
  uses: ToolUseFact[];
  tokens: Tokens | undefined;
  stopReason: string | undefined;
  blocks: number;
  isThinkingOnly: boolean;
}

export interface ToolUseFact {
  id: string;
  name: string;
  /** The file the call is about. */
  file: string | undefined;
  /** A sub-agent's task, to find its file by. */
  prompt: string | undefined;
}

/** Facts that few lines have. */
export interface ExtraFacts {
  logicalParentUuid?: string;
  compactMetadata?: CompactMetadata;
  /** The line of the conversation that a file-history line belongs to. */
  messageId?: string;
  agentId?: string;
  parentToolUseID?: string;
  /** An agent's line that stands inside a progress line. */
  embedded?: { messageId: string | undefined; tokens: Tokens | undefined; model: string | undefined };
  queue?: { operation: string; content: string | undefined };
  leafUuid?: string;
}

const NO_RESULTS: ToolResultFact[] = [];
const NO_USES: ToolUseFact[] = [];

/** Makes the nodes of one session. */
export class NodeMaker {
  private readonly repeated = new Repeated();
  private tokens: Tokens | undefined;
  private reply: ReplyFacts | undefined;

  make(entry: Entry, place: Place, index: number): Node {
    const node = nodeOf(entry, place, index);
    const { repeated } = this;
    node.type = repeated.word(node.type);
    if (node.subtype !== undefined) node.subtype = repeated.word(node.subtype);
    if (typeof node.parentUuid === 'string') node.parentUuid = repeated.id(node.parentUuid);
    if (node.uuid !== undefined) node.uuid = repeated.id(node.uuid);
    node.reply = this.shared(node.reply);
    for (const result of node.user?.results ?? []) result.tool_use_id = repeated.id(result.tool_use_id);
    return node;
  }

  /** The lines of one reply mostly say the same of it. */
  private shared(reply: ReplyFacts | undefined): ReplyFacts | undefined {
    if (!reply) return undefined;
    const { repeated } = this;
    if (reply.messageId !== undefined) reply.messageId = repeated.id(reply.messageId);
    if (reply.model !== undefined) reply.model = repeated.word(reply.model);
    if (reply.stopReason !== undefined) reply.stopReason = repeated.word(reply.stopReason);
    if (reply.tokens && isSameTokens(reply.tokens, this.tokens)) reply.tokens = this.tokens;
    this.tokens = reply.tokens;
    for (const use of reply.uses) {
      use.id = repeated.id(use.id);
      use.name = repeated.word(use.name);
      if (use.file !== undefined) use.file = repeated.id(use.file);
    }
    const earlier = this.reply;
    this.reply = reply;
    if (!earlier || !isSameReply(reply, earlier)) return reply;
    this.reply = earlier;
    return earlier;
  }
}

function isSameReply(a: ReplyFacts, b: ReplyFacts): boolean {
  return (
    a.messageId === b.messageId &&
    a.uses.length + b.uses.length === 0 &&
    a.tokens === b.tokens &&
    a.model === b.model &&
    a.blocks === b.blocks &&
    a.stopReason === b.stopReason &&
    a.isApiError === b.isApiError &&
    a.isThinkingOnly === b.isThinkingOnly
  );
}

export function nodeOf(entry: Entry, place: Place, index: number): Node {
  return new EntryNode(entry, place, index);
}

/** A node that holds its place in four numbers: an object each would be a fifth of a node's weight. */
class EntryNode implements Node {
  index: number;
  type: string;
  subtype: string | undefined;
  uuid: string | undefined;
  parentUuid: string | null | undefined;
  time: number;
  isSidechain: boolean;
  user: UserFacts | undefined;
  reply: ReplyFacts | undefined;
  extra: ExtraFacts | undefined;
  private readonly line: number;
  private readonly byte: number;
  private readonly length: number;
  /** part × 4 + isWhole × 2 + isModernised. */
  private readonly marks: number;

  constructor(entry: Entry, place: Place, index: number) {
    const other = entry as OtherEntry;
    this.index = index;
    this.line = place.line;
    this.byte = place.byte;
    this.length = place.length;
    this.marks = place.part * 4 + (place.isWhole ? 2 : 0) + (place.isModernised ? 1 : 0);
    this.type = text(other['type']) ?? '';
    this.subtype = subtypeOf(entry);
    this.uuid = text(other['uuid']);
    this.parentUuid = other['parentUuid'] === null ? null : text(other['parentUuid']);
    this.time = timeOf(other['timestamp']);
    this.isSidechain = Boolean(other['isSidechain']);
    this.user = isUser(entry) ? userFacts(entry) : undefined;
    this.reply = isAssistant(entry) ? replyFacts(entry) : undefined;
    this.extra = extraFacts(entry);
  }

  get place(): Place {
    const { line, byte, length, marks } = this;
    return {
      line,
      byte,
      length,
      part: marks >> 2,
      isWhole: (marks & 2) !== 0,
      isModernised: (marks & 1) !== 0,
    };
  }
}

function isSameTokens(a: Tokens, b: Tokens | undefined): boolean {
  return (
    b !== undefined &&
    a.input === b.input &&
    a.output === b.output &&
    a.cacheRead === b.cacheRead &&
    a.cacheWrite5m === b.cacheWrite5m &&
    a.cacheWrite1h === b.cacheWrite1h
  );
}

/** Leaves out what only people want to know: a check of a huge file keeps no more than the graph and the pairs. */
export function toGraphFacts(node: Node): Node {
  const { reply, extra } = node;
  if (reply) {
    reply.tokens = undefined;
    for (const use of reply.uses) {
      use.file = undefined;
      use.prompt = undefined;
    }
  }
  const isNeeded = extra?.compactMetadata ?? extra?.leafUuid ?? extra?.logicalParentUuid;
  if (extra && isNeeded === undefined) node.extra = undefined;
  return node;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT/;

/** Milliseconds of an ISO timestamp, else NaN. Numbers do not count: the client refuses them. */
export function timeOf(timestamp: unknown): number {
  return typeof timestamp === 'string' && ISO_TIME.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
}

function userFacts(entry: UserEntry): UserFacts {
  const { content } = entry.message;
  const isMeta = Boolean(entry.isMeta);
  if (typeof content === 'string') return { words: wordsKindOf(entry), results: NO_RESULTS, blocks: 1, isMeta };
  const blocks = content.length;
  const results = content.filter(isToolResult);
  if (results.length === 0) return { words: wordsKindOf(entry), results: NO_RESULTS, blocks, isMeta };
  const agentId = isObject(entry.toolUseResult) ? text(entry.toolUseResult['agentId']) : undefined;
  return {
    words: 'tool_result',
    results: results.map((block) => ({
      tool_use_id: block.tool_use_id,
      isError: block.is_error === true,
      agentId,
    })),
    blocks,
    isMeta,
  };
}

function replyFacts(entry: AssistantEntry): ReplyFacts {
  const { message } = entry;
  const { content } = message;
  return {
    messageId: text(message.id),
    model: text(message.model),
    isApiError: entry.isApiErrorMessage === true,
    uses: typeof content === 'string' ? NO_USES : usesOf(content),
    tokens: isObject(message.usage) ? tokensOf(message.usage) : undefined,
    stopReason: text(message.stop_reason),
    blocks: typeof content === 'string' ? 1 : content.length,
    isThinkingOnly: typeof content !== 'string' && content.length > 0 && content.every(isThought),
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

function subtypeOf(entry: Entry): string | undefined {
  if (isSystem(entry)) return text(entry.subtype);
  if (isAttachment(entry)) return text(entry.attachment.type);
  if (isProgress(entry)) return text(entry.data.type);
  return undefined;
}

function extraFacts(entry: Entry): ExtraFacts | undefined {
  const other = entry as OtherEntry;
  const extra: ExtraFacts = {};
  const keep = (
    key: 'logicalParentUuid' | 'messageId' | 'agentId' | 'parentToolUseID' | 'leafUuid',
    value: unknown,
  ) => {
    if (typeof value === 'string') extra[key] = value;
  };
  keep('agentId', other['agentId']);
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

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
