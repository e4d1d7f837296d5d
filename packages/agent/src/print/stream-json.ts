import type { Block, JsonObject } from '@unspool/session';
import type { Chat } from '../chat/chat.js';
import type { AgentEvent, Reply, SessionStarted, ToolFinished, TurnFinished } from '../loop/event.js';
import { resultBlock } from '../loop/run-calls.js';
import { CLIENT_VERSION } from '../record/chain.js';
import type { BackgroundTask } from '../tools/tasks/background-tasks.js';
import { summaryOf } from '../tools/tasks/notification.js';
import { serverList } from './server-list.js';

export interface StreamJsonOptions {
  chat: Chat;
  /** Writes a JSON object as one line. */
  write(message: JsonObject): void;
  newUuid(): string;
  /** Whether to include the API's own events as they arrive. */
  partial: boolean;
  apiKeySource: string;
}

/** Reports events like the client's stream-json: init, messages of both sides, and a result after each turn. */
export class StreamJson {
  private isBegun = false;

  constructor(private readonly options: StreamJsonOptions) {}

  take(event: AgentEvent, parentToolUseId: string | null = null): void {
    switch (event.type) {
      case 'request_started':
        if (!this.isBegun) this.begin();
        break;
      case 'reply':
        for (const message of replyMessages(event.reply)) this.say('assistant', { message }, parentToolUseId);
        break;
      case 'tool_finished':
        this.printSummary(event, parentToolUseId);
        break;
      case 'prompt':
        if (event.kind === 'interruption') this.sayUser(event.content, parentToolUseId);
        break;
      case 'agent':
        this.take(event.event, event.toolUseId);
        break;
      case 'compaction':
        this.write({
          type: 'system',
          subtype: 'compact_boundary',
          compact_metadata: { trigger: event.trigger, pre_tokens: event.preTokens },
        });
        break;
      case 'task_started':
      case 'task_finished':
        this.sayTask(event.task);
        break;
      case 'mode':
        this.write({ type: 'system', subtype: 'status', status: null, permissionMode: event.permissionMode });
        break;
      default:
        if (this.options.partial && parentToolUseId === null) this.sayPartial(event);
    }
  }

  private facts: SessionStarted | undefined;

  remember(facts: SessionStarted): void {
    this.facts = facts;
  }

  private begin(): void {
    this.isBegun = true;
    const { chat, apiKeySource } = this.options;
    this.write({
      type: 'system',
      subtype: 'init',
      cwd: this.facts?.cwd,
      tools: chat.tools(),
      mcp_servers: serverList(chat.servers()),
      model: chat.model,
      permissionMode: chat.permissionMode,
      slash_commands: this.facts?.slashCommands ?? [],
      apiKeySource,
      claude_code_version: CLIENT_VERSION,
      output_style: 'default',
      agents: this.facts?.agents ?? [],
    });
  }

  private sayTask(task: BackgroundTask): void {
    const { id: task_id, toolUseId: tool_use_id, description, type: task_type, status, outputFile, usage } = task;
    if (status === 'running') {
      this.write({ type: 'system', subtype: 'task_started', task_id, tool_use_id, description, task_type });
      return;
    }
    const { totalTokens: total_tokens, toolUses: tool_uses, durationMs: duration_ms } = usage ?? {};
    this.write({
      type: 'system',
      subtype: 'task_notification',
      task_id,
      tool_use_id,
      status: status === 'killed' ? 'stopped' : status,
      output_file: outputFile,
      summary: summaryOf(task),
      ...(usage && { usage: { total_tokens, tool_uses, duration_ms } }),
    });
  }

  private printSummary({ call, result }: ToolFinished, parent: string | null): void {
    const message = { role: 'user', content: [resultBlock(call, result)] };
    const rich = result.toolUseResult === undefined || parent !== null ? {} : { tool_use_result: result.toolUseResult };
    this.say('user', { message, ...rich }, parent);
  }

  private sayUser(content: string | Block[], parent: string | null): void {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    this.say('user', { message: { role: 'user', content: blocks } }, parent);
  }

  private sayPartial(event: AgentEvent): void {
    const partial = partialOf(event);
    if (partial) this.write({ type: 'stream_event', event: partial, parent_tool_use_id: null });
  }

  private say(type: string, fields: JsonObject, parent_tool_use_id: string | null): void {
    this.write({ type, ...fields, parent_tool_use_id });
  }

  private write(message: JsonObject): void {
    const { chat, newUuid } = this.options;
    this.options.write({ ...message, session_id: chat.sessionId, uuid: newUuid() });
  }
}

function replyMessages(reply: Reply): JsonObject[] {
  const { id, model, stop_reason, stop_sequence, usage } = reply;
  return reply.blocks.map(({ block }) => ({
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: [block],
    stop_reason,
    stop_sequence,
    usage,
  }));
}

function partialOf(event: AgentEvent): JsonObject | undefined {
  switch (event.type) {
    case 'block_started':
      return { type: 'content_block_start', index: event.index, content_block: event.block };
    case 'text_delta':
      return { type: 'content_block_delta', index: event.index, delta: { type: 'text_delta', text: event.text } };
    case 'thinking_delta': {
      const delta = { type: 'thinking_delta', thinking: event.thinking };
      return { type: 'content_block_delta', index: event.index, delta };
    }
    case 'input_delta': {
      const delta = { type: 'input_json_delta', partial_json: event.partialJson };
      return { type: 'content_block_delta', index: event.index, delta };
    }
    case 'block_finished':
      return { type: 'content_block_stop', index: event.index };
    default:
      return undefined;
  }
}

export interface Denial {
  tool_name: string;
  tool_use_id: string;
  tool_input: JsonObject;
}

export interface TurnFacts {
  denials: Denial[];
  uuid: string;
  /** Errors outside the turn itself. */
  why?: string | undefined;
}

/** The result object of a turn, the same in json and stream-json. */
export function resultOf(chat: Chat, turn: TurnFinished, { denials, uuid, why }: TurnFacts): JsonObject {
  const { totals } = chat;
  const subtype = subtypeOf(turn);
  const result = turn.failure ? `API Error: ${turn.failure.message}` : turn.text;
  return {
    type: 'result',
    subtype,
    is_error: isFailed(turn),
    duration_ms: turn.durationMs,
    duration_api_ms: totals.apiMs,
    num_turns: turn.turns,
    ...(subtype === 'success' ? { result } : { errors: [why ?? errorOf(turn)] }),
    stop_reason: turn.reason,
    session_id: chat.sessionId,
    total_cost_usd: totals.cost,
    usage: {
      input_tokens: totals.inputTokens,
      cache_creation_input_tokens: totals.cacheCreationTokens,
      cache_read_input_tokens: totals.cacheReadTokens,
      output_tokens: totals.outputTokens,
    },
    permission_denials: denials,
    uuid,
  };
}

const FAILED = new Set([
  'api_error',
  'interrupted',
  'max_turns',
  'max_budget',
  'context_full',
  'refusal',
  'max_tokens',
]);

export function isFailed({ reason }: TurnFinished): boolean {
  return FAILED.has(reason);
}

function errorOf({ reason, turns }: TurnFinished): string {
  if (reason === 'max_turns') return `Stopped after ${turns} replies.`;
  return reason === 'max_budget' ? 'Stopped: reached the budget.' : 'The turn was interrupted.';
}

function subtypeOf({ reason }: TurnFinished): string {
  if (reason === 'max_turns') return 'error_max_turns';
  if (reason === 'max_budget') return 'error_max_budget_usd';
  return reason === 'interrupted' ? 'error_during_execution' : 'success';
}
