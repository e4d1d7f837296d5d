import type { ReplyFacts, ToolResultFact, ToolUseFact } from '../graph/node.js';
import { decode } from '../line/decode.js';
import { type Tokens, tokensOf } from '../message/tokens.js';
import type { JsonWalk } from './json-walk.js';
import type { KnownTexts } from './known-texts.js';
import { Members } from './members.js';
import { isWordAt } from './value-at.js';

const MESSAGE = ['id', 'model', 'content', 'usage', 'stop_reason'] as const;
const BLOCK = ['type', 'id', 'name', 'input', 'tool_use_id', 'is_error', 'content'] as const;
const INPUT = ['file_path', 'notebook_path', 'prompt'] as const;
const COUNTS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cache_creation',
] as const;

const [ID, MODEL, CONTENT, USAGE, STOP_REASON] = [0, 1, 2, 3, 4];
const [TYPE, USE_ID, NAME, INPUT_FIELD, TOOL_USE_ID, IS_ERROR, RESULT_CONTENT] = [0, 1, 2, 3, 4, 5, 6];
const [FILE_PATH, NOTEBOOK_PATH, PROMPT] = [0, 1, 2];

const TOOL_USE = Buffer.from('"tool_use"');
const TOOL_RESULT = Buffer.from('"tool_result"');
const THINKING = Buffer.from('"thinking"');
const REDACTED_THINKING = Buffer.from('"redacted_thinking"');

const QUOTE = 34;
const OPEN = 123;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const COMMA = 44;

const NO_USES: ToolUseFact[] = [];
const NO_RESULTS: ToolResultFact[] = [];

/** What a line's `message` says, whoever's it is: that may be told only behind it. */
export class MessageOutline {
  uses: ToolUseFact[] = NO_USES;
  results: ToolResultFact[] = NO_RESULTS;
  blocks = 0;
  thoughts = 0;
  isText = false;
  private readonly members = new Members(MESSAGE);
  private readonly block = new Members(BLOCK);
  private readonly input = new Members(INPUT);
  private readonly counts = new Members(COUNTS);

  constructor(
    private readonly json: JsonWalk,
    private readonly texts: KnownTexts,
  ) {}

  private readonly skip = (_field: number, at: number): number => this.json.value(at);

  private readonly descend = (field: number, at: number): number => {
    if (field === USAGE && this.json.bytes[at] === OPEN) return this.counts.read(this.json, at, this.skip);
    if (field !== CONTENT) return this.json.value(at);
    const first = this.json.bytes[at];
    if (first === OPEN_LIST) return this.readBlocks(at + 1);
    this.isText = first === QUOTE;
    return this.isText ? this.json.value(at) : -1;
  };

  private readonly descendBlock = (field: number, at: number): number => {
    if (field === INPUT_FIELD && this.json.bytes[at] === OPEN) return this.input.read(this.json, at, this.skip);
    if (field !== RESULT_CONTENT) return this.json.value(at);
    const { surplus } = this.json;
    const end = this.json.value(at);
    this.resultSurplus = this.json.surplus - surplus;
    return end;
  };

  private resultSurplus = 0;

  /** Gives the index behind the message, or -1: also when its content is of no kind that the client reads. */
  read(at: number): number {
    this.uses = NO_USES;
    this.results = NO_RESULTS;
    this.blocks = 0;
    this.thoughts = 0;
    this.isText = false;
    const end = this.members.read(this.json, at, this.descend);
    return this.members.has(CONTENT) ? end : -1;
  }

  replyFacts(isApiError: boolean): ReplyFacts {
    const { members, isText, blocks } = this;
    return {
      messageId: this.text(members, ID),
      model: this.text(members, MODEL),
      isApiError,
      uses: this.uses,
      tokens: this.readTokens(),
      stopReason: this.text(members, STOP_REASON),
      blocks: isText ? 1 : blocks,
      thoughts: this.thoughts,
      isThinkingOnly: blocks > 0 && this.thoughts === blocks,
    };
  }

  private readBlocks(from: number): number {
    const { bytes } = this.json;
    if (bytes[from] === CLOSE_LIST) return from + 1;
    for (let at = from; ; at++) {
      // The client reads no message with a block that is no object; `read` says -1 for all that is not.
      this.input.clear();
      at = this.block.read(this.json, at, this.descendBlock);
      if (at < 0 || !this.addBlock()) return -1;
      if (bytes[at] === CLOSE_LIST) return at + 1;
      if (bytes[at] !== COMMA) return -1;
    }
  }

  private addBlock(): boolean {
    const { json, block } = this;
    const start = block.start(TYPE);
    const end = block.end(TYPE);
    this.blocks++;
    if (isWordAt(json, start, end, TOOL_USE)) this.addUse();
    else if (isWordAt(json, start, end, TOOL_RESULT)) this.addResult();
    else if (isWordAt(json, start, end, THINKING) || isWordAt(json, start, end, REDACTED_THINKING)) this.thoughts++;
    // Written with escapes, another type may be one of these.
    else return !json.bytes.subarray(start, end).includes(92) || start === 0;
    return true;
  }

  private addUse(): void {
    const id = this.text(this.block, USE_ID);
    if (id === undefined) return;
    const name = this.text(this.block, NAME) ?? '';
    const isAgent = name === 'Task' || name === 'Agent';
    const use: ToolUseFact = {
      id,
      name,
      file: this.text(this.input, FILE_PATH) ?? this.text(this.input, NOTEBOOK_PATH),
      prompt: isAgent ? this.text(this.input, PROMPT) : undefined,
    };
    if (this.uses === NO_USES) this.uses = [use];
    else this.uses.push(use);
  }

  private addResult(): void {
    const id = this.text(this.block, TOOL_USE_ID);
    if (id === undefined) return;
    const isError = this.json.bytes[this.block.start(IS_ERROR)] === 116 && this.block.has(IS_ERROR);
    const result: ToolResultFact = { tool_use_id: id, isError, agentId: undefined, size: this.resultSize() };
    if (this.results === NO_RESULTS) this.results = [result];
    else this.results.push(result);
  }

  /** Characters of a result that is a string, counted without making it. */
  private resultSize(): number | undefined {
    const { bytes } = this.json;
    const start = this.block.start(RESULT_CONTENT);
    const end = this.block.end(RESULT_CONTENT);
    if (start === 0 || bytes[start] !== QUOTE) return undefined;
    return this.json.utf16Length(start + 1, end - 1) - this.resultSurplus;
  }

  private text(members: Members, field: number): string | undefined {
    return this.texts.at(this.json.bytes, members.start(field), members.end(field));
  }

  private readTokens(): Tokens | undefined {
    const start = this.members.start(USAGE);
    if (start === 0 || this.json.bytes[start] !== OPEN) return undefined;
    return tokensOf({
      input_tokens: this.count(0),
      output_tokens: this.count(1),
      cache_read_input_tokens: this.count(2),
      cache_creation_input_tokens: this.count(3),
      cache_creation: this.cacheCreation(),
    });
  }

  /** What is no number counts as none. */
  private count(field: number): number {
    const { bytes } = this.json;
    const start = this.counts.start(field);
    const end = this.counts.end(field);
    if (start === 0) return 0;
    let value = 0;
    for (let at = start; at < end; at++) {
      const digit = (bytes[at] ?? 0) - 48;
      if (digit < 0 || digit > 9 || at - start > 14) return Number(bytes.toString('latin1', start, end)) || 0;
      value = value * 10 + digit;
    }
    return value;
  }

  private cacheCreation(): { ephemeral_5m_input_tokens?: number; ephemeral_1h_input_tokens?: number } {
    const start = this.counts.start(4);
    if (start === 0 || this.json.bytes[start] !== OPEN) return {};
    return JSON.parse(decode(this.json.bytes, start, this.counts.end(4)));
  }
}
