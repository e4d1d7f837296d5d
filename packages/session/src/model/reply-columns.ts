import { Column, type Words } from './column.js';
import type { ReplyFacts, ToolUseFact } from './node.js';
import type { Tokens } from './token-counts.js';

const IS_API_ERROR = 1;
const IS_THINKING_ONLY = 2;
const IS_BLANK = 4;
const NO_USES: ToolUseFact[] = [];

/** The facts of lines of replies. */
export class ReplyColumns {
  readonly flags = new Column(Uint8Array);
  readonly blocks = new Column(Int32Array);
  readonly thoughts = new Column(Int32Array);
  readonly messages = new Messages();
  private readonly messageOf = new Column(Int32Array);
  private readonly firstUses = new Column(Int32Array);
  private readonly uses = { ids: [] as string[], files: [] as Optional[], prompts: [] as Optional[] };
  private readonly names = new Column(Int32Array);

  constructor(readonly words: Words) {}

  /** Returns the number by which `at` finds the facts. */
  push(facts: ReplyFacts): number {
    const { isApiError, isThinkingOnly, isBlank } = facts;
    this.flags.push(
      (isApiError ? IS_API_ERROR : 0) + (isThinkingOnly ? IS_THINKING_ONLY : 0) + (isBlank ? IS_BLANK : 0),
    );
    this.blocks.push(facts.blocks);
    this.thoughts.push(facts.thoughts);
    this.messageOf.push(this.messages.numberOf(facts, this.words));
    this.firstUses.push(this.names.length);
    for (const { id, name, file, prompt } of facts.uses) {
      this.uses.ids.push(id);
      this.uses.files.push(file);
      this.uses.prompts.push(prompt);
      this.names.push(this.words.numberOf(name));
    }
    return this.blocks.length - 1;
  }

  at(row: number): ReplyFacts {
    return new StoredReply(this, row, this.messageOf.at(row));
  }

  usesAt(row: number): ToolUseFact[] {
    const first = this.firstUses.at(row);
    const end = row + 1 < this.firstUses.length ? this.firstUses.at(row + 1) : this.names.length;
    if (first === end) return NO_USES;
    const uses = [this.useAt(first)];
    for (let at = first + 1; at < end; at++) uses.push(this.useAt(at));
    return uses;
  }

  private useAt(at: number): ToolUseFact {
    const { ids, files, prompts } = this.uses;
    const name = this.words.textOf(this.names.at(at)) ?? '';
    return { id: ids[at] ?? '', name, file: files[at], prompt: prompts[at] };
  }
}

type Optional = string | undefined;

/** What the lines of one reply have in common. They usually repeat it, and then it is stored once. */
class Messages {
  readonly ids: Optional[] = [];
  readonly tokens: (Tokens | undefined)[] = [];
  readonly models = new Column(Int32Array);
  readonly stopReasons = new Column(Int32Array);

  numberOf({ messageId, model, tokens, stopReason }: ReplyFacts, words: Words): number {
    const modelNumber = words.numberOf(model);
    const stopNumber = words.numberOf(stopReason);
    const last = this.ids.length - 1;
    const isLast =
      last >= 0 &&
      this.ids[last] === messageId &&
      this.models.at(last) === modelNumber &&
      this.stopReasons.at(last) === stopNumber &&
      isSameTokens(this.tokens[last], tokens);
    if (isLast) return last;
    this.ids.push(messageId);
    this.tokens.push(tokens);
    this.models.push(modelNumber);
    this.stopReasons.push(stopNumber);
    return last + 1;
  }
}

function isSameTokens(a: Tokens | undefined, b: Tokens | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.input === b.input &&
    a.output === b.output &&
    a.cacheRead === b.cacheRead &&
    a.cacheWrite5m === b.cacheWrite5m &&
    a.cacheWrite1h === b.cacheWrite1h
  );
}

class StoredReply implements ReplyFacts {
  constructor(
    private readonly columns: ReplyColumns,
    private readonly row: number,
    private readonly message: number,
  ) {}

  get messageId(): string | undefined {
    return this.columns.messages.ids[this.message];
  }

  get model(): string | undefined {
    return this.columns.words.textOf(this.columns.messages.models.at(this.message));
  }

  get isApiError(): boolean {
    return (this.columns.flags.at(this.row) & IS_API_ERROR) !== 0;
  }

  get uses(): ToolUseFact[] {
    return this.columns.usesAt(this.row);
  }

  get tokens(): Tokens | undefined {
    return this.columns.messages.tokens[this.message];
  }

  get stopReason(): string | undefined {
    return this.columns.words.textOf(this.columns.messages.stopReasons.at(this.message));
  }

  get blocks(): number {
    return this.columns.blocks.at(this.row);
  }

  get thoughts(): number {
    return this.columns.thoughts.at(this.row);
  }

  get isThinkingOnly(): boolean {
    return (this.columns.flags.at(this.row) & IS_THINKING_ONLY) !== 0;
  }

  get isBlank(): boolean {
    return (this.columns.flags.at(this.row) & IS_BLANK) !== 0;
  }
}
