import {
  type Block,
  isHeld,
  isToolResult,
  isUser,
  RawValue,
  type Session,
  type ToolCall,
  textOf,
} from '@unspool/session';
import type { SpanStatus } from '../span/span.js';
import type { SpanMaker } from './maker.js';

export interface ToolPlace {
  parentSpanId: string;
  start: number;
  end: number;
  input: unknown;
}

/** A call with its result. Without one the call was cut short, and its output is left out. */
export function addTool(maker: SpanMaker, session: Session, call: ToolCall, place: ToolPlace): string {
  const { content } = maker;
  const result = resultOf(session, call);
  const input = content.clean(place.input);
  const output = content.clean(result);
  const args = content.pack(input);
  const said = content.pack(output);
  const name = content.label(call.name);
  const id = content.label(call.id);
  return maker.add({
    kind: 'tool',
    name: call.name === '' ? 'unknown tool' : call.name,
    identity: { key: call.id, time: call.node.time },
    parentSpanId: place.parentSpanId,
    start: place.start,
    end: place.end,
    attributes: [
      {
        'langfuse.observation.type': 'tool',
        'langfuse.observation.input': args,
        'langfuse.observation.output': said,
        'langfuse.observation.metadata.tool_name': name,
        'langfuse.observation.metadata.tool_id': id,
        'langfuse.observation.level': call.result ? undefined : 'WARNING',
        'langfuse.observation.status_message': call.result ? undefined : 'no result',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.provider.name': 'anthropic',
        'gen_ai.tool.name': name,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': id,
        'gen_ai.tool.call.arguments': args,
        'gen_ai.tool.call.result': said,
      },
    ],
    ...(call.result?.isError && { status: failure(maker, result) }),
  });
}

function failure({ content }: SpanMaker, result: unknown): SpanStatus {
  return { code: 'error', message: content.brief(plainText(result)) ?? 'the tool failed' };
}

function plainText(said: unknown): string {
  const result = said instanceof RawValue ? said.parse() : said;
  if (typeof result === 'string') return result;
  return Array.isArray(result) ? textOf(result as Block[]) : '';
}

/** What the model was given. */
function resultOf(session: Session, call: ToolCall): unknown {
  const raw = call.result && isHeld(session) ? session.raw(call.result.node) : undefined;
  if (raw) return raw.blocks.find(({ kind, id }) => kind === 'tool_result' && id === call.id)?.value;
  const entry = call.result && session.read(call.result.node);
  if (!entry || !isUser(entry) || typeof entry.message.content === 'string') return undefined;
  return entry.message.content.filter(isToolResult).find((block) => block.tool_use_id === call.id)?.content;
}
