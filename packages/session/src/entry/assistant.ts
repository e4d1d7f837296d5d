import type { JsonObject } from '../line/line.js';
import type { Content } from './block.js';
import { type GraphEntry, graphFields, type KnownFields } from './common.js';

/** One block of a model's reply. All lines of a reply share `message.id`. */
export interface AssistantEntry extends GraphEntry {
  type: 'assistant';
  message: AssistantMessage;
  requestId?: string;
  isApiErrorMessage?: boolean;
  error?: unknown;
  apiError?: unknown;
  apiErrorStatus?: number;
  apiErrorType?: string;
  failedResponseHadNoToolCall?: boolean;
  isAbortedMidStream?: boolean;
  effort?: string;
  perTurnEffort?: string;
  thinkingDurationMs?: number;
  thinkingDisplay?: string;
  toolInputStreamMs?: number;
  apiBlockIndex?: number;
  requestRef?: unknown;
  requestedModel?: string;
  promptCacheRequested?: unknown;
  madeBy?: unknown;
  serverClassifierRequest?: unknown;
  attributionSkill?: string;
  attributionAgent?: string;
  attributionMcpServer?: string;
  attributionMcpTool?: string;
  attributionPlugin?: string;
  costUSD?: number;
  durationMs?: number;
}

export interface AssistantMessage {
  role: 'assistant';
  content: Content;
  id?: string;
  type?: 'message';
  /** `<synthetic>` when the client wrote the reply itself. */
  model?: string;
  stop_reason?: string | null;
  stop_sequence?: string | null;
  stop_details?: unknown;
  usage?: Usage;
  context_management?: unknown;
  container?: unknown;
  diagnostics?: unknown;
}

/** Tokens as the API reports them. Counters may be absent in old lines. */
export interface Usage {
  input_tokens?: number;
  output_tokens?: number;
  cache_creation_input_tokens?: number;
  cache_read_input_tokens?: number;
  cache_creation?: { ephemeral_5m_input_tokens?: number; ephemeral_1h_input_tokens?: number };
  server_tool_use?: { web_search_requests?: number; web_fetch_requests?: number };
  service_tier?: string | null;
  inference_geo?: string | null;
  speed?: string | null;
  /** Splits one reply's usage; it is not extra usage. */
  iterations?: unknown;
  output_tokens_details?: JsonObject;
  fallback_credit?: unknown;
}

export const assistantFields = [
  ...graphFields,
  'message',
  'requestId',
  'isApiErrorMessage',
  'error',
  'apiError',
  'apiErrorStatus',
  'apiErrorType',
  'failedResponseHadNoToolCall',
  'isAbortedMidStream',
  'effort',
  'perTurnEffort',
  'thinkingDurationMs',
  'thinkingDisplay',
  'toolInputStreamMs',
  'apiBlockIndex',
  'requestRef',
  'requestedModel',
  'promptCacheRequested',
  'madeBy',
  'serverClassifierRequest',
  'attributionSkill',
  'attributionAgent',
  'attributionMcpServer',
  'attributionMcpTool',
  'attributionPlugin',
  'costUSD',
  'durationMs',
] as const satisfies KnownFields<AssistantEntry>;

export const assistantMessageFields = [
  'role',
  'content',
  'id',
  'type',
  'model',
  'stop_reason',
  'stop_sequence',
  'stop_details',
  'usage',
  'context_management',
  'container',
  'diagnostics',
] as const satisfies KnownFields<AssistantMessage>;

export const usageFields = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'cache_creation',
  'server_tool_use',
  'service_tier',
  'inference_geo',
  'speed',
  'iterations',
  'output_tokens_details',
  'fallback_credit',
] as const satisfies KnownFields<Usage>;
