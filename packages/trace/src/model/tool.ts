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
import { AttributeKey, FixedAttributes } from '../span/attribute-key.js';
import type { SpanMaker } from './maker.js';
import { INPUT, OUTPUT, TOOL_ID } from './observation-keys.js';

export interface ToolPlace {
  parentSpanId: string;
  start: number;
  end: number;
  input: unknown;
}

/** A call with its result. Without one the call was cut short, and its output is left out. */
export function addTool(maker: SpanMaker, session: Session, call: ToolCall, place: ToolPlace): string {
  const { content, out } = maker;
  const result = resultOf(session, call);
  const name = content.label(call.name);
  const id = content.label(call.id);
  const spanId = maker.begin({
    kind: 'tool',
    name: call.name === '' ? 'unknown tool' : call.name,
    key: call.id,
    time: call.node.time,
    parentSpanId: place.parentSpanId,
    start: place.start,
    end: place.end,
    failure: call.result?.isError ? (content.brief(plainText(result)) ?? 'the tool failed') : undefined,
  });
  const args = content.pack(content.clean(place.input));
  const said = content.pack(content.clean(result));
  out.fixed(TOOL);
  out.text(INPUT, args);
  out.text(OUTPUT, said);
  out.label(TOOL_NAME, name);
  out.label(TOOL_ID, id);
  if (!call.result) out.fixed(NO_RESULT);
  out.fixed(EXECUTE);
  out.label(NAME, name);
  out.fixed(FUNCTION);
  out.label(CALL_ID, id);
  out.text(ARGUMENTS, args);
  out.text(RESULT, said);
  out.end();
  return spanId;
}

const TOOL = new FixedAttributes({ 'langfuse.observation.type': 'tool' });
const TOOL_NAME = new AttributeKey('langfuse.observation.metadata.tool_name');
const NO_RESULT = new FixedAttributes({
  'langfuse.observation.level': 'WARNING',
  'langfuse.observation.status_message': 'no result',
});
const EXECUTE = new FixedAttributes({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.provider.name': 'anthropic' });
const NAME = new AttributeKey('gen_ai.tool.name');
const FUNCTION = new FixedAttributes({ 'gen_ai.tool.type': 'function' });
const CALL_ID = new AttributeKey('gen_ai.tool.call.id');
const ARGUMENTS = new AttributeKey('gen_ai.tool.call.arguments');
const RESULT = new AttributeKey('gen_ai.tool.call.result');

function plainText(said: unknown): string {
  const result = said instanceof RawValue ? said.parse() : said;
  if (typeof result === 'string') return result;
  return Array.isArray(result) ? textOf(result as Block[]) : '';
}

/** What the model was given. */
function resultOf(session: Session, call: ToolCall): unknown {
  const raw = call.result && isHeld(session) ? session.raw(call.result.node) : undefined;
  if (raw) {
    for (const { kind, id, value } of raw.blocks) if (kind === 'tool_result' && id === call.id) return value;
    return undefined;
  }
  const entry = call.result && session.read(call.result.node);
  if (!entry || !isUser(entry) || typeof entry.message.content === 'string') return undefined;
  return entry.message.content.filter(isToolResult).find((block) => block.tool_use_id === call.id)?.content;
}
