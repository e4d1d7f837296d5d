import type { ReplyFacts, ToolResultFact, ToolUseFact } from '../graph/node.js';
import { decode } from '../line/decode.js';
import { type Tokens, tokensOf } from '../message/tokens.js';
import type { KnownTexts } from './known-texts.js';
import { At, NO_MEMORY, type RecordMemory } from './outline-kernel.js';
import { Members } from './record-members.js';

/** Members by their place in the kernel's lists of names. */
const [ID, MODEL, USAGE, STOP_REASON] = [0, 1, 3, 4];
const OPEN = 123;
/** What a use and a result take in the kernel's lists, in words. */
const USE = 10;
const RESULT = 6;

const NO_USES: ToolUseFact[] = [];
const NO_RESULTS: ToolResultFact[] = [];

interface CacheCreation {
  ephemeral_5m_input_tokens?: number;
  ephemeral_1h_input_tokens?: number;
}

const NO_CREATION: CacheCreation = {};

/** What a line's `message` says, whoever's it is. */
export class MessageOutline {
  private readonly members: Members;
  private readonly counts: Members;
  private words = NO_MEMORY.words;
  private bytes = NO_MEMORY.bytes;
  private facts = 0;
  private creationText = '{}';
  private creation: CacheCreation = NO_CREATION;

  constructor(private readonly texts: KnownTexts) {
    this.members = new Members(texts);
    this.counts = new Members(texts);
  }

  use(memory: RecordMemory, record: number): void {
    this.words = memory.words;
    this.bytes = memory.bytes;
    this.members.use(memory, record + At.message);
    this.counts.use(memory, record + At.counts);
    this.facts = record + At.facts;
  }

  /** Holds on to no kernel's memory any more. */
  letGo(): void {
    this.use(NO_MEMORY, 0);
  }

  get blocks(): number {
    return this.words[this.facts + 1] ?? 0;
  }

  replyFacts(isApiError: boolean): ReplyFacts {
    const { members, blocks, words, facts } = this;
    const isText = words[facts] === 1;
    const thoughts = words[facts + 2] ?? 0;
    return {
      messageId: members.text(ID),
      model: members.text(MODEL),
      isApiError,
      uses: this.uses(),
      tokens: this.readTokens(),
      stopReason: members.text(STOP_REASON),
      blocks: isText ? 1 : blocks,
      thoughts,
      isThinkingOnly: blocks > 0 && thoughts === blocks,
    };
  }

  results(agentId: string | undefined): ToolResultFact[] {
    const { words, facts } = this;
    const count = words[facts + 5] ?? 0;
    if (count === 0) return NO_RESULTS;
    const results: ToolResultFact[] = [];
    for (let index = 0, at = (words[facts + 6] ?? 0) >> 2; index < count; index++, at += RESULT) {
      const size = words[at + 3] ?? 0;
      results.push({
        tool_use_id: this.textAt(at) ?? '',
        isError: words[at + 2] === 1,
        agentId,
        size: size === 0 ? undefined : size - 1,
      });
    }
    // An array that was pushed to has room for sixteen more: with tens of thousands of lines that is megabytes.
    return results.slice();
  }

  private uses(): ToolUseFact[] {
    const { words, facts } = this;
    const count = words[facts + 3] ?? 0;
    if (count === 0) return NO_USES;
    const uses: ToolUseFact[] = [];
    for (let index = 0, at = (words[facts + 4] ?? 0) >> 2; index < count; index++, at += USE) {
      const name = this.textAt(at + 2) ?? '';
      const isAgent = name === 'Task' || name === 'Agent';
      uses.push({
        id: this.textAt(at) ?? '',
        name,
        file: this.textAt(at + 4) ?? this.textAt(at + 6),
        prompt: isAgent ? this.textAt(at + 8) : undefined,
      });
    }
    return uses.slice();
  }

  private textAt(at: number): string | undefined {
    return this.texts.at(this.bytes, this.words[at] ?? 0, this.words[at + 1] ?? 0);
  }

  private readTokens(): Tokens | undefined {
    if (this.members.first(USAGE) !== OPEN) return undefined;
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
    const { bytes } = this;
    const start = this.counts.start(field);
    if (start === 0) return 0;
    const end = this.counts.end(field);
    let value = 0;
    for (let at = start; at < end; at++) {
      const digit = (bytes[at] ?? 0) - 48;
      if (digit < 0 || digit > 9 || at - start > 14) return Number(bytes.toString('latin1', start, end)) || 0;
      value = value * 10 + digit;
    }
    return value;
  }

  /** The same text stands on line after line. */
  private cacheCreation(): CacheCreation {
    if (this.counts.first(4) !== OPEN) return NO_CREATION;
    const text = this.bytes.toString('latin1', this.counts.start(4), this.counts.end(4));
    if (text !== this.creationText) {
      this.creation = JSON.parse(decode(this.bytes, this.counts.start(4), this.counts.end(4)));
      this.creationText = text;
    }
    return this.creation;
  }
}
