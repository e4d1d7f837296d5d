/**
 * The format, declared once: entry types, their members, and kinds of blocks, attachments and system lines. The types
 * of entries, the report of what a newer client added (drift.ts) and the walker's tables (paths.ts) are all derived
 * from here. Anything not listed still passes through.
 */
import type { JsonObject } from '../read/line.js';

/** The kind of a member's value. Only its name matters at run time; the type is for the compiler. */
export interface Kind<T> {
  readonly example?: T;
}

/** An entry with these members. Any of them may be missing. */
export type Members<Shape> = {
  [Name in keyof Shape]?: Shape[Name] extends Kind<infer T> ? T : never;
};

const of = <T>(): Kind<T> => ({});
const text = of<string>();
const textOrNull = of<string | null>();
const flag = of<boolean>();
const number = of<number>();
const object = of<JsonObject>();
const list = of<unknown[]>();
const any = of<unknown>();

/** Members of lines that take part in the graph. */
const graph = {
  type: text,
  uuid: text,
  parentUuid: textOrNull,
  timestamp: text,
  sessionId: text,
  isSidechain: flag,
  userType: text,
  cwd: text,
  version: text,
  gitBranch: text,
  slug: text,
  entrypoint: text,
  agentId: text,
  isMeta: flag,
  isVirtual: flag,
  forkedFrom: of<{ sessionId: string; messageUuid: string }>(),
  session_id: text,
  teamName: text,
  agentName: text,
  sessionKind: text,
};

/** A line with the user's role: a person's words, a tool's result, or text that the client added (see `wordsOf`). */
const user = {
  ...graph,
  message: of<{ role: 'user'; content: Content }>(),
  /** What the tool returned to the client, richer than the block the model sees. Failures are a plain string. */
  toolUseResult: of<JsonObject | string | unknown[]>(),
  sourceToolAssistantUUID: text,
  sourceToolUseID: text,
  isCompactSummary: flag,
  isVisibleInTranscriptOnly: flag,
  permissionMode: text,
  promptId: text,
  promptSource: text,
  origin: of<{ kind?: string }>(),
  planContent: text,
  thinkingMetadata: object,
  todos: list,
  imagePasteIds: list,
  interruptedMessageId: text,
  toolDenialKind: text,
  toolDenialBeforeRun: any,
  permissionDecision: any,
  turnOrigin: text,
  turnPosition: object,
  turnCompanion: any,
  queueSkipAttachments: flag,
  classifierMetaLines: any,
  sandboxed: any,
  summarizedTurnPromptUuids: of<string[]>(),
  mcpMeta: object,
  promptSubmitEnding: any,
  /** Very old lines have their words here and have no `message`. */
  content: of<Content>(),
};

/** Tokens as the API reports them. Counters may be absent in old lines. */
const usage = {
  input_tokens: number,
  output_tokens: number,
  cache_creation_input_tokens: number,
  cache_read_input_tokens: number,
  cache_creation: of<{ ephemeral_5m_input_tokens?: number; ephemeral_1h_input_tokens?: number }>(),
  server_tool_use: of<{ web_search_requests?: number; web_fetch_requests?: number }>(),
  service_tier: textOrNull,
  inference_geo: textOrNull,
  speed: textOrNull,
  /** The parts of one reply's usage, not extra usage. */
  iterations: any,
  output_tokens_details: object,
  fallback_credit: any,
};

const assistantMessage = {
  role: of<'assistant'>(),
  content: of<Content>(),
  id: text,
  type: of<'message'>(),
  /** `<synthetic>` when the client wrote the reply itself. */
  model: text,
  stop_reason: textOrNull,
  stop_sequence: textOrNull,
  stop_details: any,
  usage: of<Usage>(),
  context_management: any,
  container: any,
  diagnostics: any,
};

/** One block of a model's reply. All lines of a reply share `message.id`. */
const assistant = {
  ...graph,
  message: of<AssistantMessage>(),
  requestId: text,
  /** On a copied line: the session in which the reply was made (from 2.1.326). */
  requestSessionId: text,
  isApiErrorMessage: flag,
  error: any,
  apiError: any,
  apiErrorStatus: number,
  apiErrorType: text,
  failedResponseHadNoToolCall: flag,
  isAbortedMidStream: flag,
  effort: text,
  perTurnEffort: text,
  thinkingDurationMs: number,
  thinkingDisplay: text,
  toolInputStreamMs: number,
  apiBlockIndex: number,
  requestRef: any,
  requestedModel: text,
  promptCacheRequested: any,
  madeBy: any,
  serverClassifierRequest: any,
  attributionSkill: text,
  attributionAgent: text,
  attributionMcpServer: text,
  attributionMcpTool: text,
  attributionPlugin: text,
  costUSD: number,
  durationMs: number,
};

/** Something the client did. Only `local_command` is ever sent to the model. */
const system = {
  ...graph,
  /** Absent in 1.0.x. */
  subtype: text,
  content: text,
  level: text,
  logicalParentUuid: textOrNull,
  compactMetadata: of<CompactMetadata>(),
  microcompactMetadata: object,
  durationMs: number,
  messageCount: number,
  toolUseID: text,
  error: any,
  cause: any,
  source: any,
  retryInMs: number,
  retryAttempt: number,
  maxRetries: number,
  hookCount: number,
  hookInfos: list,
  hookErrors: list,
  hookAdditionalContext: any,
  preventedContinuation: flag,
  preventContinuation: flag,
  stopReason: text,
  hasOutput: flag,
  commandRun: any,
  commandOutcome: any,
  isDisplayOnly: flag,
  contextUsage: any,
  direction: text,
  trigger: text,
  originalModel: text,
  fallbackModel: text,
  requestId: text,
  apiRefusalCategory: text,
  apiRefusalExplanation: text,
  refusedUserMessageUuid: text,
  refusedMessageId: text,
  pendingBackgroundAgentCount: number,
  pendingWorkflowCount: number,
  url: text,
};

/** Context the client added to a message (from 2.1.92): file mentions, reminders, hook output, queued prompts. */
const attachment = {
  ...graph,
  attachment: of<JsonObject & { type?: string }>(),
  rendered: list,
  renderedRole: text,
  renderedBesideToolResult: any,
};

/** News from a running tool (2.1.12 to 2.1.84). A sub-agent's replies can exist only here. */
const progress = {
  ...graph,
  data: of<JsonObject & { type?: string }>(),
  toolUseID: text,
  parentToolUseID: text,
};

/** Lines outside the graph: titles, queues, file history, state. If a kind repeats, the last one counts. */
const side = { type: text, sessionId: text };

/** Every known entry type with its members. */
export const entryTypes = {
  user,
  assistant,
  system,
  attachment,
  progress,
  summary: { type: text, summary: text, leafUuid: text },
  'file-history-snapshot': {
    type: text,
    messageId: text,
    snapshot: of<JsonObject & { trackedFileBackups?: JsonObject }>(),
    isSnapshotUpdate: flag,
  },
  'file-history-delta': {
    type: text,
    messageId: text,
    snapshotMessageId: text,
    trackingPath: text,
    backup: object,
    timestamp: text,
  },
  'queue-operation': {
    ...side,
    operation: text,
    timestamp: text,
    content: text,
    reason: text,
    commandUuid: text,
    deliveryId: text,
  },
  'last-prompt': { ...side, leafUuid: text, lastPrompt: text, explicit: flag },
  'custom-title': { ...side, customTitle: text },
  'ai-title': { ...side, aiTitle: text },
  mode: { ...side, mode: text },
  'permission-mode': { ...side, permissionMode: text },
  'agent-name': { ...side, agentName: text },
  'agent-setting': { ...side, agentSetting: text },
  'agent-color': { ...side, agentColor: text },
  tag: { ...side, tag: text },
  'pr-link': { ...side, prNumber: any, prUrl: text, prRepository: text, timestamp: text },
  'bridge-session': { ...side, bridgeSessionId: text, lastSequenceNum: number, timestamp: text },
  'frame-link': { ...side, path: text, frameUrl: text, title: text, timestamp: text },
  'tools-used': { ...side, tools: any },
  'cost-state': {
    ...side,
    totalCostUSD: number,
    totalAPIDuration: number,
    totalAPIDurationWithoutRetries: number,
    totalToolDuration: number,
    totalLinesAdded: number,
    totalLinesRemoved: number,
    totalDuration: number,
    startTime: any,
    modelUsage: object,
    hasUnknownModelCost: flag,
  },
  'atis-latch': { ...side, atis: any },
  'late-allow-ended': { ...side, timestamp: text },
  'worktree-state': { ...side, worktreeSession: any, timestamp: text },
  relocated: { ...side, timestamp: text },
  'api-request': {
    ...side,
    agentId: text,
    id: text,
    timestamp: text,
    version: text,
    querySource: text,
    shapeHash: text,
    params: object,
    keep: any,
    tail: any,
    base: any,
    cacheControl: any,
    requestDigest: any,
  },
  'api-request-shape': { ...side, agentId: text, shapeHash: text, timestamp: text, version: text, shape: any },
  'api-request-blob': { ...side, agentId: text, hash: text, message: any },
} as const;

/** Members of the objects inside entries. */
export const innerTypes = { assistantMessage, usage } as const;

/** Known subtypes of an entry type: the values of the member that distinguishes its lines. */
export const subtypes = {
  system: [
    'compact_boundary',
    'microcompact_boundary',
    'turn_duration',
    'local_command',
    'api_error',
    'stop_hook_summary',
    'away_summary',
    'informational',
    'bridge_status',
    'model_fallback',
    'model_refusal_fallback',
  ],
  attachment: [
    'agent_listing_delta',
    'at_mention_reference',
    'auto_mode',
    'auto_mode_exit',
    'command_permissions',
    'date',
    'date_change',
    'deferred_tools_delta',
    'deferred_tools_record',
    'diagnostics',
    'directory',
    'edited_text_file',
    'environment',
    'file',
    'goal_status',
    'hook_additional_context',
    'hook_blocking_error',
    'hook_cancelled',
    'hook_non_blocking_error',
    'hook_success',
    'hook_system_message',
    'invoked_skills',
    'mcp_instructions_delta',
    'model',
    'nested_memory',
    'opened_file_in_ide',
    'output_style',
    'output_style_instructions',
    'plan_mode',
    'plan_mode_exit',
    'prompt_as_file',
    'prompt_snapshot',
    'queued_command',
    'remote_session_change',
    'selected_lines_in_ide',
    'session_context',
    'skill_listing',
    'task_reminder',
    'task_status',
    'thinking_stripped',
    'todo_reminder',
    'tool_results_cut',
    'total_tokens_reminder',
    'ultrathink_effort',
    'whole_texts_withdrawn',
  ],
  progress: [
    'agent_progress',
    'bash_progress',
    'hook_progress',
    'mcp_progress',
    'query_update',
    'search_results_received',
    'waiting_for_task',
  ],
} as const;

/** The member in which an entry type has its subtype. */
export const subtypeMembers = { system: 'subtype', attachment: 'attachment', progress: 'data' } as const;

/** Every known kind of block with its members. */
export const blockTypes = {
  text: { type: text, text, citations: any, cache_control: any },
  thinking: { type: text, thinking: text, signature: text },
  redacted_thinking: { type: text, data: text },
  tool_use: { type: text, id: text, name: text, input: object, caller: object, cache_control: any },
  tool_result: { type: text, tool_use_id: text, content: any, is_error: flag, cache_control: any },
  image: { type: text, source: object, cache_control: any },
  document: { type: text, source: object, title: any, context: any, citations: any, cache_control: any },
  tool_reference: { type: text, tool_name: text },
  fallback: { type: text, from: any, to: any },
  server_tool_use: { type: text, id: text, name: text, input: object },
  web_search_tool_result: { type: text, tool_use_id: text, content: any },
} as const;

/** What a compaction removed and what it kept. */
export interface CompactMetadata {
  trigger?: string;
  preTokens?: number;
  postTokens?: number;
  preservedSegment?: { headUuid?: string; anchorUuid?: string; tailUuid?: string };
  preservedMessages?: { anchorUuid?: string; uuids?: string[] };
  [key: string]: unknown;
}

/**
 * One part of a message: text, thinking, a tool call, a result, an image. `UnknownBlock` keeps the union open: new
 * kinds arrive every few weeks.
 */
export type Block =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | DocumentBlock
  | UnknownBlock;

/** The content of a message: a string or a list of blocks. */
export type Content = string | Block[];

type BlockOf<Type extends keyof typeof blockTypes> = Members<(typeof blockTypes)[Type]>;

export type TextBlock = BlockOf<'text'> & { type: 'text'; text: string };
/** Often empty with only a signature. */
export type ThinkingBlock = BlockOf<'thinking'> & { type: 'thinking'; thinking: string };
export type RedactedThinkingBlock = BlockOf<'redacted_thinking'> & { type: 'redacted_thinking' };
/** A tool call of the model. */
export type ToolUseBlock = BlockOf<'tool_use'> & { type: 'tool_use'; id: string; name: string; input: JsonObject };
/** The result of a tool call. */
export type ToolResultBlock = BlockOf<'tool_result'> & {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | Block[] | JsonObject;
};
export type ImageBlock = BlockOf<'image'> & { type: 'image'; source: JsonObject };
export type DocumentBlock = BlockOf<'document'> & { type: 'document'; source: JsonObject };

export interface UnknownBlock {
  type: string & { readonly unknown?: never };
  [key: string]: unknown;
}

type EntryOf<Type extends keyof typeof entryTypes> = Omit<Members<(typeof entryTypes)[Type]>, 'type'> & { type: Type };

/** The members that any line of the graph may have. */
export interface GraphEntry extends Omit<Members<typeof graph>, 'type'> {}
/** Token counts as the API reports them. */
export interface Usage extends Members<typeof usage> {}
export interface AssistantMessage extends Members<typeof assistantMessage> {
  role: 'assistant';
  content: Content;
}
/** A `user` line: a prompt, a tool result, a command, or text that the client added. */
export interface UserEntry extends EntryOf<'user'> {
  message: { role: 'user'; content: Content };
}
/** An `assistant` line: a reply of the model, or one part of it. */
export interface AssistantEntry extends EntryOf<'assistant'> {
  message: AssistantMessage;
}
/** A `system` line, which the client wrote: a compaction, an API error, a hook, a duration. */
export interface SystemEntry extends EntryOf<'system'> {}
export interface AttachmentEntry extends EntryOf<'attachment'> {
  attachment: JsonObject & { type?: string };
}
export interface ProgressEntry extends EntryOf<'progress'> {
  data: JsonObject & { type?: string };
}
export interface SummaryEntry extends EntryOf<'summary'> {
  summary: string;
}
export interface FileHistorySnapshotEntry extends EntryOf<'file-history-snapshot'> {}
export interface FileHistoryDeltaEntry extends EntryOf<'file-history-delta'> {}
export interface QueueOperationEntry extends EntryOf<'queue-operation'> {}
export interface LastPromptEntry extends EntryOf<'last-prompt'> {}
export interface CustomTitleEntry extends EntryOf<'custom-title'> {
  customTitle: string;
}
export interface AiTitleEntry extends EntryOf<'ai-title'> {
  aiTitle: string;
}
