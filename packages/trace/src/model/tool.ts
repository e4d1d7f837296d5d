import { type Block, type Session, type ToolCall, textOf } from '@unspool/session';
import { readResultBlock } from '@unspool/session/show';
import type { SpanMaker } from './maker.js';

export interface ToolPlace {
  parentSpanId: string;
  start: number;
  end: number;
  input: unknown;
}

/** A call with its result. An interrupted call has no result, and no output. */
export function addTool(maker: SpanMaker, session: Session, call: ToolCall, place: ToolPlace): string {
  const { content } = maker;
  const result = readResultBlock(session, call)?.content;
  const name = content.label(call.name);
  const id = content.label(call.id);
  const input = content.pack(content.clean(place.input));
  const output = content.pack(content.clean(result));
  return maker.add({
    kind: 'tool',
    name: call.name === '' ? 'unknown tool' : call.name,
    key: call.id,
    time: call.node.time,
    parentSpanId: place.parentSpanId,
    start: place.start,
    end: place.end,
    failure: call.result?.isError ? (content.brief(plainText(result)) ?? 'the tool failed') : undefined,
    attributes: {
      'langfuse.observation.type': 'tool',
      'langfuse.observation.input': input,
      'langfuse.observation.output': output,
      'langfuse.observation.metadata.tool_name': name,
      'langfuse.observation.metadata.tool_id': id,
      'langfuse.observation.level': call.result ? undefined : 'WARNING',
      'langfuse.observation.status_message': call.result ? undefined : 'no result',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.tool.name': name,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.call.arguments': input,
      'gen_ai.tool.call.result': output,
    },
  });
}

function plainText(result: unknown): string {
  if (typeof result === 'string') return result;
  return Array.isArray(result) ? textOf(result as Block[]) : '';
}
