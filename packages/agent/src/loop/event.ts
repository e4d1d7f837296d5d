import type { Block, JsonObject } from '@unspool/session';
import type { ToolUseBlock, Usage } from '@unspool/session/read';
import type { Decision, PermissionUpdate } from '../permissions/decide.js';
import type { BackgroundTask } from '../tools/tasks/background-tasks.js';
import type { ToolProgress, ToolResult } from '../tools/tool.js';
import type { ApiFailure } from './api-failure.js';
import type {
  AttachmentGiven,
  CompactionFinished,
  CompactionStarted,
  HookRan,
  LocalCommandRan,
  ModeChanged,
  Noticed,
  PromptGiven,
  QueueChanged,
  SessionStarted,
} from './session-event.js';

export type * from './session-event.js';

/**
 * Everything that happens in a conversation, in order. The session file, the terminal, print mode and stream-json all
 * listen to this stream, independently of each other. Events are delivered synchronously: before the loop continues,
 * the event is in the file.
 */
export type AgentEvent =
  | SessionStarted
  | PromptGiven
  | AttachmentGiven
  | RequestStarted
  | BlockStarted
  | TextDelta
  | ThinkingDelta
  | InputDelta
  | BlockFinished
  | ReplyFinished
  | UsageCounted
  | ApiErrorSeen
  | ToolStarted
  | ToolProgressed
  | ToolFinished
  | PermissionAsked
  | PermissionAnswered
  | QueueChanged
  | CompactionStarted
  | CompactionFinished
  | HookRan
  | AgentStarted
  | SubAgentEvent
  | AgentFinished
  | TaskStarted
  | TaskFinished
  | NotifiedTurn
  | LocalCommandRan
  | ModeChanged
  | Noticed
  | TurnFinished;

/** Listeners must not throw or block. */
export type Listen = (event: AgentEvent) => void;

export interface RequestStarted {
  type: 'request_started';
  model: string;
  /** Starts at 1. */
  attempt: number;
}

export interface BlockStarted {
  type: 'block_started';
  index: number;
  block: Block;
}

export interface TextDelta {
  type: 'text_delta';
  index: number;
  text: string;
}

export interface ThinkingDelta {
  type: 'thinking_delta';
  index: number;
  thinking: string;
}

/** A piece of a call's input, as JSON text. */
export interface InputDelta {
  type: 'input_delta';
  index: number;
  partialJson: string;
}

export interface BlockFinished {
  type: 'block_finished';
  index: number;
  block: Block;
}

/** A reply of the model, possibly interrupted. */
export interface ReplyFinished {
  type: 'reply';
  reply: Reply;
}

export interface Reply {
  /** The API's `message.id`. */
  id: string;
  requestId: string | undefined;
  model: string;
  requestedModel: string;
  blocks: TimedBlock[];
  stop_reason: string | null;
  stop_sequence: string | null;
  stop_details: unknown;
  usage: Usage;
  isAbortedMidStream: boolean;
}

export interface TimedBlock {
  block: Block;
  /** The block's index in the API's message. */
  index: number;
  /** How long it took to stream. */
  streamMs: number;
}

export interface UsageCounted {
  type: 'usage';
  model: string;
  usage: Usage;
  /** In dollars; undefined if the model's price is unknown. */
  cost: number | undefined;
  totals: Totals;
  /** Tokens in the next request, and the model's limit. */
  contextTokens: number;
  contextWindow: number;
}

/** Totals since the session was started or resumed, including sub-agents. */
export interface Totals {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  cost: number;
  hasUnknownCost: boolean;
  apiMs: number;
  requests: number;
}

export interface ApiErrorSeen {
  type: 'api_error';
  failure: ApiFailure;
  /** Undefined when no retry follows. */
  retry: { inMs: number; attempt: number; maxRetries: number } | undefined;
}

export interface ToolStarted {
  type: 'tool_started';
  call: ToolUseBlock;
}

export interface ToolProgressed {
  type: 'tool_progress';
  call: ToolUseBlock;
  progress: ToolProgress;
}

export interface ToolFinished {
  type: 'tool_finished';
  call: ToolUseBlock;
  result: ToolResult;
  durationMs: number;
  decision: Decision | undefined;
  /** Set if the tool did not run: why. */
  notRun?: 'denied' | 'rejected' | 'interrupted' | 'unknown_tool' | 'invalid_input' | 'hook';
}

/** The call waits for `Chat.answer`. */
export interface PermissionAsked {
  type: 'permission_asked';
  request: PermissionRequest;
}

export interface PermissionRequest {
  id: string;
  call: ToolUseBlock;
  /** The reason for asking, shown to the user. */
  reason: string;
  /** Rules that would avoid this question in future. The answer may include some of them. */
  suggestions: PermissionUpdate[];
  /** Set when a sub-agent asks. */
  agentId?: string;
  /** Asked by a background agent: the question stays open when the turn ends. */
  isBackground?: boolean;
}

export type PermissionAnswer =
  | { behavior: 'allow'; updatedInput?: JsonObject; updates?: PermissionUpdate[] }
  | { behavior: 'deny'; message?: string; interrupt?: boolean };

export interface PermissionAnswered {
  type: 'permission_answered';
  id: string;
  answer: PermissionAnswer;
}

export interface AgentStarted {
  type: 'agent_started';
  agentId: string;
  agentType: string;
  description: string;
  prompt: string;
  toolUseId: string;
  depth: number;
  /** It runs in the background: its call already has a result, and its report arrives as a notification. */
  isBackground: boolean;
}

/** An event from a sub-agent. Events from nested agents are wrapped once per level. */
export interface SubAgentEvent {
  type: 'agent';
  agentId: string;
  toolUseId: string;
  event: AgentEvent;
}

export interface AgentFinished {
  type: 'agent_finished';
  agentId: string;
  toolUseId: string;
  totalTokens: number;
  totalToolUseCount: number;
  totalDurationMs: number;
  isError: boolean;
}

/** A task has started in the background. */
export interface TaskStarted {
  type: 'task_started';
  task: BackgroundTask;
}

export interface TaskFinished {
  type: 'task_finished';
  task: BackgroundTask;
}

/** The end of a turn that a task's notification started. */
export interface NotifiedTurn {
  type: 'notified_turn';
  turn: TurnFinished | undefined;
}

export interface TurnFinished {
  type: 'turn_finished';
  reason: TurnEnd;
  durationMs: number;
  /** Number of requests that received a reply. */
  turns: number;
  /** The model's last text. */
  text: string;
  failure?: ApiFailure;
  /** Why the session file lacks part of the turn. */
  unwritten?: string;
}

export type TurnEnd =
  | 'end_turn'
  | 'max_tokens'
  | 'refusal'
  | 'max_turns'
  | 'max_budget'
  | 'interrupted'
  | 'api_error'
  | 'context_full'
  | 'hook_stopped';
