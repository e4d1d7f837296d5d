import type { ApiMessage, Block, JsonObject } from '@unspool/session';
import type { Usage } from '@unspool/session/read';
import type { ApiFailure } from './api-failure.js';

/**
 * Sends one request to a model. Never throws: a failure is the last event. Implemented with the official SDK and, for
 * the demo, by a script; tests use both.
 */
export type CallModel = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>;

export interface ModelRequest {
  model: string;
  max_tokens: number;
  system: Block[];
  messages: ApiMessage[];
  tools: JsonObject[];
  thinking?: JsonObject;
  tool_choice?: JsonObject;
  metadata?: JsonObject;
  betas?: string[];
}

/** The API's streaming events that we use, and two of our own: `response` and `failure`. */
export type ModelEvent =
  | { type: 'response'; requestId: string | undefined }
  | { type: 'message_start'; message: StartedMessage }
  | { type: 'content_block_start'; index: number; content_block: Block }
  | { type: 'content_block_delta'; index: number; delta: BlockDelta }
  | { type: 'content_block_stop'; index: number }
  | { type: 'message_delta'; delta: MessageEnd; usage?: Usage }
  | { type: 'message_stop' }
  | { type: 'failure'; failure: ApiFailure };

export interface StartedMessage {
  id: string;
  model: string;
  usage?: Usage;
}

export interface MessageEnd {
  stop_reason?: string | null;
  stop_sequence?: string | null;
  stop_details?: unknown;
}

export type BlockDelta =
  | { type: 'text_delta'; text: string }
  | { type: 'thinking_delta'; thinking: string }
  | { type: 'signature_delta'; signature: string }
  | { type: 'input_json_delta'; partial_json: string }
  | { type: 'citations_delta'; citation: unknown };
