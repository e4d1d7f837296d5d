import type { ToolCall } from '@unspool/session';
import { durationOf } from '@unspool/session';
import { isObject, type ToolUseBlock } from '@unspool/session/read';
import { argumentOf, colourOf } from '@unspool/session/tools';
import { isRejected } from '../read/call.js';
import type { Conversation } from '../read/conversation.js';
import { charactersIn } from '../read/entry-sizes.js';
import { LIMITS } from './limits.js';
import { placeOf } from './line-items.js';
import { maskedLine, type TextStyle } from './texts.js';
import { timeOrNull } from './times.js';
import type { ToolItem } from './view.js';

/** A call on one line. */
export function toolItem(conversation: Conversation, call: ToolCall, block: ToolUseBlock, style: TextStyle): ToolItem {
  const input = isObject(block.input) ? block.input : {};
  const argument = argumentOf(call.name, input, conversation.measured.cwd).slice(0, 4 * LIMITS.argument);
  return {
    type: 'tool',
    place: placeOf(call.node),
    callId: call.id,
    name: call.name,
    family: colourOf(call.name),
    argument: maskedLine(argument, style).replace(/\s+/g, ' ').trim().slice(0, LIMITS.argument),
    status: statusOf(conversation, call),
    durationMs: timeOrNull(durationOf(call)),
    inputSize: charactersIn(input),
    outputSize: outputSize(conversation, call),
    agents: [...conversation.agents.of(call.id)],
  };
}

function statusOf(conversation: Conversation, call: ToolCall): ToolItem['status'] {
  if (!call.result) return conversation.isFresh || !conversation.isWhole ? 'running' : 'orphan';
  if (!call.result.isError) return 'ok';
  return isRejected(conversation, call) ? 'rejected' : 'failed';
}

function outputSize(conversation: Conversation, call: ToolCall): number {
  if (!call.result) return 0;
  const { node } = call.result;
  const fact = node.user?.results.find(({ tool_use_id }) => tool_use_id === call.id);
  return fact?.size ?? conversation.measured.sizes.of(node, 'toolOutput');
}
