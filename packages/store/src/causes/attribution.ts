import {
  type Block,
  type Entry,
  isAssistant,
  isText,
  isToolResult,
  isToolUse,
  isUser,
  type JsonObject,
  type UsageRecord,
} from '@unspool/session';
import { UsageCursor, type UsageState } from '@unspool/session/facts';
import { blocksOf } from '@unspool/session/read';
import { TOOL } from '@unspool/session/tools';
import { PROMPTS, REPLIES, SKILL, UNKNOWN_TOOL } from './labels.js';

/** Bytes by label. */
export type Sizes = [label: string, bytes: number][];

/** What a line says about where a reply's tokens came from and went. */
export interface Caused {
  key: string;
  record: UsageRecord;
  /** What was new in the request: results, prompts, the previous reply. Only at the first line of the reply. */
  inputSizes: Sizes | undefined;
  /** The content of this line of the reply. */
  outputSizes: Sizes;
}

/** The state needed to continue with a file. */
export interface AttributionState {
  labels: [id: string, label: string][];
  answered: string[];
  threads: [thread: string, fresh: Sizes][];
  recent: string[];
  usage?: UsageState;
}

/** Limits for calls without results and for finished threads, which would accumulate. */
const MAX_CALLS = 1000;
const MAX_THREADS = 32;
/** The text of a skill comes after the result of its call. */
const MAX_ANSWERED = 8;
/** The lines of a reply are close together, with lines of a few other replies between them. */
const MAX_RECENT = 16;

/**
 * Follows one file and determines for each reply which tools its input came from and which tools it called. Side chains are
 * separate threads. It can stop and continue at any line with the same result, from a small state.
 */
export class Attribution {
  private readonly labels: Map<string, string>;
  private readonly answered: string[];
  private readonly threads: Map<string, Map<string, number>>;
  private readonly recent: string[];
  private readonly usage: UsageCursor;

  constructor(
    private readonly path: string,
    state: AttributionState = { labels: [], answered: [], threads: [], recent: [] },
  ) {
    this.labels = new Map(state.labels);
    this.answered = [...state.answered];
    this.threads = new Map(state.threads.map(([thread, fresh]) => [thread, new Map(fresh)]));
    this.recent = [...state.recent];
    this.usage = new UsageCursor(state.usage);
  }

  add(object: JsonObject, byte: number): Caused | undefined {
    const entry = object as Entry;
    if (isAssistant(entry)) return this.addReply(blocksOf(entry.message.content), object, byte);
    if (!isUser(entry)) return this.addEmbedded(object, byte);
    this.addUser(entry.message.content, object);
    return this.searched(entry.message.content, object);
  }

  state(): AttributionState {
    return {
      labels: [...this.labels],
      answered: [...this.answered],
      threads: [...this.threads].map(([thread, fresh]) => [thread, [...fresh]]),
      recent: [...this.recent],
      usage: this.usage.state(),
    };
  }

  private addUser(content: Parameters<typeof blocksOf>[0], object: JsonObject): void {
    const fresh = this.freshOf(object);
    const source = object['sourceToolUseID'];
    for (const block of blocksOf(content)) {
      const id = isToolResult(block) ? block.tool_use_id : source;
      const label = (typeof id === 'string' ? this.labels.get(id) : undefined) ?? typedSkillOf(block, object);
      grow(fresh, label ?? (isToolResult(block) ? UNKNOWN_TOOL : PROMPTS), sizeOf(block));
      if (isToolResult(block) && label !== undefined) this.noteAnswered(block.tool_use_id);
    }
  }

  /** Web searches that the tool made in a request of its own, which no reply reports. */
  private searched(content: Parameters<typeof blocksOf>[0], object: JsonObject): Caused | undefined {
    const record = this.usage.usageOf(object);
    const [block] = record ? blocksOf(content) : [];
    if (!record || !block || !isToolResult(block)) return undefined;
    const label = this.labels.get(block.tool_use_id) ?? TOOL.WebSearch;
    return { key: record.key ?? block.tool_use_id, record, inputSizes: [], outputSizes: [[label, 1]] };
  }

  private addReply(blocks: readonly Block[], object: JsonObject, byte: number): Caused | undefined {
    const record = this.usage.usageOf(object);
    const fresh = this.freshOf(object);
    const outputSizes = new Map<string, number>();
    for (const block of blocks) grow(outputSizes, this.labelOf(block), sizeOf(block));
    const caused = record && this.caused(record, byte, fresh, [...outputSizes]);
    // The model's own output is input of the next request.
    for (const [label, bytes] of outputSizes) grow(fresh, label, bytes);
    return caused;
  }

  private caused(record: UsageRecord, byte: number, fresh: Map<string, number>, outputSizes: Sizes): Caused {
    const key = record.key ?? `${this.path}:${byte}`;
    if (!this.isNew(key)) return { key, record, inputSizes: undefined, outputSizes };
    const inputSizes = [...fresh];
    fresh.clear();
    return { key, record, inputSizes, outputSizes };
  }

  /** If a sub-agent's file is gone, only its replies are known, not its prompts. */
  private addEmbedded(object: JsonObject, byte: number): Caused | undefined {
    const record = this.usage.usageOf(object);
    if (!record) return undefined;
    const key = record.key ?? `${this.path}:${byte}`;
    return { key, record, inputSizes: [[PROMPTS, 1]], outputSizes: [[REPLIES, 1]] };
  }

  private isNew(key: string): boolean {
    if (this.recent.includes(key)) return false;
    this.recent.push(key);
    if (this.recent.length > MAX_RECENT) this.recent.shift();
    return true;
  }

  private labelOf(block: Block): string {
    if (!isToolUse(block)) return REPLIES;
    const { skill, command } = (block.input ?? {}) as { skill?: unknown; command?: unknown };
    const name = typeof block.name === 'string' ? block.name : UNKNOWN_TOOL;
    const which = typeof skill === 'string' ? skill : command;
    const label = name === SKILL && typeof which === 'string' ? `${SKILL} ${which}` : name;
    this.labels.set(block.id, label);
    if (this.labels.size > MAX_CALLS) forgetFirst(this.labels);
    return label;
  }

  private noteAnswered(id: string): void {
    if (this.answered.includes(id)) return;
    this.answered.push(id);
    const oldest = this.answered.length > MAX_ANSWERED ? this.answered.shift() : undefined;
    if (oldest !== undefined) this.labels.delete(oldest);
  }

  private freshOf(object: JsonObject): Map<string, number> {
    const key = object['isSidechain'] ? String(object['agentId'] ?? 'side') : 'main';
    const fresh = this.threads.get(key) ?? new Map<string, number>();
    // The last used one comes last.
    this.threads.delete(key);
    this.threads.set(key, fresh);
    if (this.threads.size > MAX_THREADS) forgetFirst(this.threads);
    return fresh;
  }
}

/** The skill whose text this is if the user typed its name, so that no call loaded it. */
function typedSkillOf(block: Block, { isMeta }: JsonObject): string | undefined {
  if (isMeta !== true || !isText(block)) return undefined;
  const name = /^Base directory for this skill: .*?([^\\/\n]+)[\\/]?(?:\n|$)/.exec(block.text)?.[1];
  return name && `${SKILL} ${name}`;
}

function forgetFirst(map: Map<string, unknown>): void {
  for (const first of map.keys()) {
    map.delete(first);
    return;
  }
}

function grow(sizes: Map<string, number>, label: string, bytes: number): void {
  sizes.set(label, (sizes.get(label) ?? 0) + bytes);
}

/** The number of characters that a model reads of a block. Signatures are not read; a picture counts like a page of text. */
function sizeOf(block: Block): number {
  return isPage(block) ? PAGE : 1 + lengthOf(block);
}

const PAGE = 4000;
const UNREAD = new Set(['signature', 'id', 'tool_use_id']);

function isPage({ type }: { type?: unknown }): boolean {
  return type === 'image' || type === 'document';
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  if (Array.isArray(value)) {
    for (const each of value) length += lengthOf(each);
    return length;
  }
  if (isPage(value)) return PAGE;
  const members = value as { [key: string]: unknown };
  for (const key in members) if (!UNREAD.has(key)) length += lengthOf(members[key]);
  return length;
}
