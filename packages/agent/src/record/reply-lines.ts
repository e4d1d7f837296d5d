import type { JsonObject } from '@unspool/session';
import type { ApiFailure } from '../loop/api-failure.js';
import type { Reply, TimedBlock } from '../loop/event.js';
import type { Chain } from './chain.js';

export interface ReplyContext {
  agentId: string | undefined;
  agentType: string | undefined;
  newUuid(): string;
}

/** Writes one line per block, each with the reply's id, stop reason and full usage. Returns the lines of its calls. */
export function writeReply(chain: Chain, reply: Reply, context: ReplyContext): Map<string, string> {
  const lineOfCall = new Map<string, string>();
  const requestRef = context.newUuid();
  for (const timed of reply.blocks) {
    const head: JsonObject = {
      ...(context.agentId !== undefined && { agentId: context.agentId }),
      message: messageOf(reply, timed),
      ...(reply.isAbortedMidStream && { isAbortedMidStream: true }),
      ...durationOf(timed),
      apiBlockIndex: timed.index,
      ...(reply.requestId !== undefined && { requestId: reply.requestId }),
      requestRef,
      requestedModel: reply.requestedModel,
      promptCacheRequested: '5m',
      ...(context.agentType !== undefined && { attributionAgent: context.agentType }),
      type: 'assistant',
    };
    const uuid = chain.add(head, { madeBy: 'model' });
    const { type, id } = timed.block as { type: string; id?: string };
    if (type === 'tool_use' && id !== undefined) lineOfCall.set(id, uuid);
  }
  return lineOfCall;
}

function messageOf(reply: Reply, { block }: TimedBlock): JsonObject {
  return {
    id: reply.id,
    type: 'message',
    role: 'assistant',
    model: reply.model,
    content: [block],
    stop_reason: reply.stop_reason,
    stop_sequence: reply.stop_sequence,
    usage: reply.usage,
    stop_details: reply.stop_details,
  };
}

function durationOf({ block, streamMs }: TimedBlock): JsonObject {
  if (block.type === 'thinking') return { thinkingDurationMs: streamMs };
  return block.type === 'tool_use' ? { toolInputStreamMs: streamMs } : {};
}

/** Writes a reply that no model produced. Readers recognise it by its model name. */
export function writeSynthetic(chain: Chain, text: string, context: ReplyContext, fields: JsonObject = {}): void {
  const message: JsonObject = {
    diagnostics: null,
    id: context.newUuid(),
    container: null,
    model: '<synthetic>',
    role: 'assistant',
    stop_details: null,
    stop_reason: 'stop_sequence',
    stop_sequence: '',
    type: 'message',
    usage: {
      output_tokens_details: null,
      input_tokens: 0,
      output_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
      service_tier: null,
      cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
      inference_geo: null,
      iterations: null,
      speed: null,
      fallback_credit: null,
    },
    content: [{ type: 'text', text }],
    context_management: null,
  };
  const agent = context.agentId === undefined ? {} : { agentId: context.agentId };
  chain.add({ ...agent, type: 'assistant' }, { message, isApiErrorMessage: false, ...fields, madeBy: 'other' });
}

/** Writes the failure after the last retry. It is shown as a reply but never sent. */
export function writeFailure(chain: Chain, failure: ApiFailure, context: ReplyContext): void {
  writeSynthetic(chain, `API Error: ${failure.message}`, context, {
    ...(failure.requestId !== undefined && { requestId: failure.requestId }),
    error: 'unknown',
    isApiErrorMessage: true,
    ...(failure.status !== undefined && { apiErrorStatus: failure.status }),
    ...(failure.errorType !== undefined && { apiErrorType: failure.errorType }),
  });
}

export function writeRetry(chain: Chain, failure: ApiFailure, retry: JsonObject): void {
  const { message, status, requestId, detail, kind } = failure;
  chain.add({
    type: 'system',
    subtype: 'api_error',
    level: 'error',
    error: {
      message: detail ?? message,
      ...(status !== undefined && { status }),
      ...(requestId !== undefined && { requestId }),
      formatted: message,
      connection: kind === 'network' ? message : null,
      isNetworkDown: kind === 'network',
      rateLimits: null,
      noResponse: null,
    },
    ...retry,
    source: 'request_retry',
  });
}
