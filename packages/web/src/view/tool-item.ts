import type { JsonObject, Node, ToolCall } from '@unspool/session';
import { durationOf } from '@unspool/session';
import { isObject, type ToolUseBlock } from '@unspool/session/read';
import { argumentOf, colourOf, writesFile } from '@unspool/session/tools';
import { isRejected, lineChange } from '../read/call.js';
import type { Conversation } from '../read/conversation.js';
import { charactersIn } from '../read/entry-sizes.js';
import { LIMITS } from './limits.js';
import { placeOf } from './line-items.js';
import { maskedLine, type TextStyle } from './texts.js';
import { timeOrNull } from './times.js';
import type { AgentRef, ToolItem } from './view.js';

/** The line of a call. */
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
    change: changeOf(conversation, call),
    agents: conversation.agents.of(call.id).map((agent) => namedBy(input, agent, style)),
  };
}

/** The first clients did not write a sub-agent's description beside it, only into the call. */
function namedBy({ description, subagent_type: type }: JsonObject, agent: AgentRef, style: TextStyle): AgentRef {
  const shown = (text: unknown) => (typeof text === 'string' && text !== '' ? maskedLine(text, style) : null);
  return {
    ...agent,
    description: agent.description ?? shown(description),
    agentType: agent.agentType ?? shown(type),
  };
}

function changeOf(conversation: Conversation, call: ToolCall): ToolItem['change'] {
  if (!writesFile(call.name) || !call.result || call.result.isError) return null;
  return lineChange(conversation, call);
}

function statusOf(conversation: Conversation, call: ToolCall): ToolItem['status'] {
  if (!call.result) return conversation.isFresh || !conversation.isWhole ? 'running' : 'orphan';
  if (!call.result.isError) return 'ok';
  return isRejected(conversation, call) ? 'rejected' : 'failed';
}

function outputSize(conversation: Conversation, call: ToolCall): number {
  if (!call.result) return 0;
  const { node } = call.result;
  return sizesOf(node).get(call.id) ?? conversation.measured.sizes.of(node, 'toolOutput');
}

/** Kept for each line that was asked about, since one can have thousands of results. */
const resultSizes = new WeakMap<Node, Map<string, number | undefined>>();

function sizesOf(node: Node): ReadonlyMap<string, number | undefined> {
  let sizes = resultSizes.get(node);
  if (!sizes) {
    sizes = new Map();
    for (const { tool_use_id, size } of node.user?.results ?? [])
      if (!sizes.has(tool_use_id)) sizes.set(tool_use_id, size);
    resultSizes.set(node, sizes);
  }
  return sizes;
}
