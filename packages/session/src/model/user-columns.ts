import { Column, type Words } from './column.js';
import type { ToolResultFact, UserFacts } from './node.js';
import type { WordsKind } from './words.js';

const IS_META = 1;
const IS_TEXT_ONLY = 2;
const NO_SIZE = -1;
const NO_RESULTS: ToolResultFact[] = [];

/** The facts of user lines. */
export class UserColumns {
  readonly kinds = new Column(Int32Array);
  readonly flags = new Column(Uint8Array);
  readonly blocks = new Column(Int32Array);
  private readonly firstResults = new Column(Int32Array);
  private readonly results = { ids: [] as string[], agents: [] as (string | undefined)[] };
  private readonly sizes = new Column(Int32Array);
  private readonly errors = new Column(Uint8Array);

  constructor(readonly words: Words) {}

  /** Returns the number by which `at` finds the facts. */
  push(facts: UserFacts): number {
    this.kinds.push(this.words.numberOf(facts.words));
    this.flags.push((facts.isMeta ? IS_META : 0) + (facts.isTextOnly ? IS_TEXT_ONLY : 0));
    this.blocks.push(facts.blocks);
    this.firstResults.push(this.sizes.length);
    for (const { tool_use_id, isError, agentId, size } of facts.results) {
      this.results.ids.push(tool_use_id);
      this.results.agents.push(agentId);
      this.sizes.push(size ?? NO_SIZE);
      this.errors.push(isError ? 1 : 0);
    }
    return this.blocks.length - 1;
  }

  at(row: number): UserFacts {
    return new StoredUser(this, row);
  }

  resultsAt(row: number): ToolResultFact[] {
    const first = this.firstResults.at(row);
    const end = row + 1 < this.firstResults.length ? this.firstResults.at(row + 1) : this.sizes.length;
    if (first === end) return NO_RESULTS;
    const results = [this.resultAt(first)];
    for (let at = first + 1; at < end; at++) results.push(this.resultAt(at));
    return results;
  }

  private resultAt(at: number): ToolResultFact {
    const size = this.sizes.at(at);
    return {
      tool_use_id: this.results.ids[at] ?? '',
      isError: this.errors.at(at) === 1,
      agentId: this.results.agents[at],
      size: size === NO_SIZE ? undefined : size,
    };
  }
}

class StoredUser implements UserFacts {
  constructor(
    private readonly columns: UserColumns,
    private readonly row: number,
  ) {}

  get words(): WordsKind {
    return this.columns.words.textOf(this.columns.kinds.at(this.row)) as WordsKind;
  }

  get results(): ToolResultFact[] {
    return this.columns.resultsAt(this.row);
  }

  get blocks(): number {
    return this.columns.blocks.at(this.row);
  }

  get isMeta(): boolean {
    return (this.columns.flags.at(this.row) & IS_META) !== 0;
  }

  get isTextOnly(): boolean {
    return (this.columns.flags.at(this.row) & IS_TEXT_ONLY) !== 0;
  }
}
