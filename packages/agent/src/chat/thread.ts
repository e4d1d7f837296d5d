import type { Block, JsonObject } from '@unspool/session';
import { apiModel, contextWindowOf, factsOf } from '@unspool/session/models';
import type { ToolUseBlock } from '@unspool/session/read';
import { withCacheMarks } from '../loop/cache-marks.js';
import type { Conversation } from '../loop/conversation.js';
import { type Counter, contextTokensOf } from '../loop/counting.js';
import type { Listen, Reply, TurnFinished } from '../loop/event.js';
import type { CallModel, ModelRequest } from '../loop/model-call.js';
import { runCalls, type Verdict } from '../loop/run-calls.js';
import { runTurn, type TurnHost } from '../loop/run-turn.js';
import { thinkingFor } from '../model/thinking-for.js';
import type { Decision } from '../permissions/decide.js';
import type { ReadFiles, Tool, ToolContext, ToolResult } from '../tools/tool.js';
import type { World } from '../world.js';

/** Shared by the main conversation and all sub-agents. */
export interface ThreadOptions {
  world: World;
  callModel: CallModel;
  counter: Counter;
  conversation: Conversation;
  tell: Listen;
  /** Read at every request: the user may change the model, and servers may add tools. */
  model(): string;
  tools(): readonly Tool[];
  system(): string[];
  /** Sent before the first message of every request, but not part of the conversation: the project's instructions. */
  preamble(): string[];
  maxTurns: number;
  contextWindow?: number;
  maxRetries?: number;
  /** Budget in dollars for the whole chat; once it is spent, no further request is made. */
  maxBudget?: number;
  contextFor(call: ToolUseBlock, signal: AbortSignal, decision?: Decision): ToolContext;
  mayRun(call: ToolUseBlock, tool: Tool): Promise<Verdict>;
  afterRun(call: ToolUseBlock, result: ToolResult): Promise<string | undefined>;
  takeQueued: TurnHost['takeQueued'];
  beforeStop: TurnHost['beforeStop'];
  makeRoom(thread: Thread, why: 'near_limit' | 'refused'): ReturnType<TurnHost['makeRoom']>;
}

/** A conversation with a model: the main one or a sub-agent's. Runs one turn at a time. */
export class Thread {
  /** Tokens used by the last request and its reply, as counted by the API. */
  contextTokens = 0;
  signal: AbortSignal = new AbortController().signal;

  constructor(readonly options: ThreadOptions) {}

  get contextWindow(): number {
    return this.options.contextWindow ?? contextWindowOf(this.options.model());
  }

  /** Expects the prompt to be in the conversation already. */
  run(signal: AbortSignal): Promise<TurnFinished> {
    this.signal = signal;
    const { options } = this;
    const { callModel, conversation, tell: report, world, maxTurns, maxRetries } = options;
    return runTurn({
      callModel,
      conversation,
      tell: report,
      signal,
      maxTurns,
      clock: world,
      ...(maxRetries !== undefined && { maxRetries }),
      isBudgetSpent: () => options.maxBudget !== undefined && options.counter.totals.cost >= options.maxBudget,
      hasCall: (id) => conversation.hasCall(id),
      request: () => this.request(),
      runCalls: (calls) => this.runCalls(calls),
      count: (reply, apiMs) => this.count(reply, apiMs),
      makeRoom: (why) => options.makeRoom(this, why),
      takeQueued: options.takeQueued,
      beforeStop: options.beforeStop,
    });
  }

  request(): ModelRequest {
    const model = this.options.model();
    return withCacheMarks({
      model: apiModel(model),
      max_tokens: factsOf(model).limits.output,
      ...thinkingFor(model),
      system: this.options.system().map((text) => ({ type: 'text', text })),
      messages: this.messages(),
      tools: this.options.tools().map(toolDefinition),
    });
  }

  /** Finds a tool by its current name or an older one. */
  findTool(name: string): Tool | undefined {
    const tools = this.options.tools();
    return tools.find((tool) => tool.name === name) ?? tools.find((tool) => tool.aliases?.includes(name));
  }

  private messages(): ModelRequest['messages'] {
    const messages = [...this.options.conversation.messages];
    const preamble = this.options.preamble().map((text): Block => ({ type: 'text', text }));
    const [first, ...rest] = messages;
    if (preamble.length === 0) return messages;
    if (first?.role !== 'user') return [{ role: 'user', content: preamble }, ...messages];
    return [{ role: 'user', content: [...preamble, ...first.content] }, ...rest];
  }

  private runCalls(calls: ToolUseBlock[]): ReturnType<TurnHost['runCalls']> {
    const { options, signal } = this;
    return runCalls(calls, {
      findTool: (name) => this.findTool(name),
      contextOf: options.contextFor,
      mayRun: options.mayRun,
      afterRun: options.afterRun,
      tell: options.tell,
      signal,
      clock: options.world,
    });
  }

  private count(reply: Reply, apiMs: number): void {
    const { counter, tell: report } = this.options;
    const cost = counter.add(reply.model, reply.usage, apiMs);
    this.contextTokens = contextTokensOf(reply.usage);
    report({
      type: 'usage',
      model: reply.model,
      usage: reply.usage,
      cost,
      totals: { ...counter.totals },
      contextTokens: this.contextTokens,
      contextWindow: this.contextWindow,
    });
  }
}

function toolDefinition({ name, description, inputSchema }: Tool): JsonObject {
  return { name, description, input_schema: inputSchema };
}

/** Keeps in memory which files the model has read. */
export function newReadFiles(): ReadFiles {
  const seen = new Map<string, NonNullable<ReturnType<ReadFiles['get']>>>();
  return {
    get: (path) => seen.get(path),
    set: (path, state) => void seen.set(path, state),
    delete: (path) => void seen.delete(path),
    paths: () => [...seen.keys()],
  };
}
