import type { Block, JsonObject } from '@unspool/session';
import type { ToolUseBlock } from '@unspool/session/read';
import type { CallModel, ModelEvent, ModelRequest } from '../loop/model-call.js';

/** A script's answer to one request. */
export interface ScriptedReply {
  blocks: Block[];
  stop_reason?: string;
}

export type Script = (request: ModelRequest) => ScriptedReply;

export interface ScriptedOptions {
  newUuid(): string;
  /** Pauses between pieces of text, so that it looks like a real stream. */
  pause(): Promise<void>;
}

/** A model that follows a script. It sends the same events as the API, without a network. */
export function scriptedModel(script: Script, options: ScriptedOptions): CallModel {
  return async function* call(request, signal) {
    const { blocks, stop_reason } = script(request);
    const id = `msg_demo_${options.newUuid()}`;
    const usage = { input_tokens: JSON.stringify(request.messages).length >> 2, output_tokens: 1 };
    yield { type: 'response', requestId: `req_demo_${options.newUuid()}` };
    yield { type: 'message_start', message: { id, model: request.model, usage } };
    for (const [index, block] of blocks.entries()) {
      for (const event of blockEvents(block, index)) {
        if (signal.aborted) return;
        yield event;
        if (event.type === 'content_block_delta') await options.pause();
      }
    }
    const calls = blocks.some((block) => block.type === 'tool_use');
    const end = stop_reason ?? (calls ? 'tool_use' : 'end_turn');
    const output_tokens = JSON.stringify(blocks).length >> 2;
    yield { type: 'message_delta', delta: { stop_reason: end, stop_sequence: null }, usage: { output_tokens } };
    yield { type: 'message_stop' };
  };
}

const PIECE = /[\s\S]{1,12}/g;

function* blockEvents(block: Block, index: number): Generator<ModelEvent> {
  const fields = block as JsonObject;
  if (block.type === 'text') {
    yield { type: 'content_block_start', index, content_block: { type: 'text', text: '' } };
    for (const text of String(fields['text']).match(PIECE) ?? []) {
      yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text } };
    }
  } else if (block.type === 'thinking') {
    yield { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } };
    for (const thinking of String(fields['thinking']).match(PIECE) ?? []) {
      yield { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } };
    }
    const signature = String(fields['signature'] ?? '');
    if (signature) yield { type: 'content_block_delta', index, delta: { type: 'signature_delta', signature } };
  } else if (block.type === 'tool_use') {
    const { id, name, input } = block as ToolUseBlock;
    yield { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } };
    const partial_json = JSON.stringify(input);
    yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } };
  } else {
    yield { type: 'content_block_start', index, content_block: block };
  }
  yield { type: 'content_block_stop', index };
}
