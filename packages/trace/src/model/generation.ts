import {
  type AssistantEntry,
  type HeldSession,
  isAssistant,
  isHeld,
  type JsonObject,
  mergeReply,
  type RawBlock,
  type Session,
  type UsageRecord,
  usageOf,
} from '@unspool/session';
import type { SpanStatus } from '../span/span.js';
import { type Attributes, type SpanMaker, word } from './maker.js';
import { assistantMessage, partsOf, type ReplyParts, userMessage } from './message-parts.js';
import { rawPartsOf } from './raw-parts.js';
import type { ThreadReply } from './thread.js';
import { usageAttributes } from './usage-attributes.js';

/** A reply read whole. */
export interface ReadReply {
  parts: ReplyParts;
  usage: UsageRecord | undefined;
  last: AssistantEntry | undefined;
}

export function readReply(session: Session, reply: ThreadReply): ReadReply {
  const raw = isHeld(session) ? rawReply(session, reply) : undefined;
  if (raw) return raw;
  const lines: AssistantEntry[] = [];
  for (const node of reply.nodes) {
    const entry = session.read(node);
    if (isAssistant(entry)) lines.push(entry);
  }
  return { parts: partsOf(mergeReply(lines)), usage: usageOfAll(lines), last: lines.at(-1) };
}

/** Undefined where blocks have to be read to know which of them are the same, or what they are. */
function rawReply(session: HeldSession, reply: ThreadReply): ReadReply | undefined {
  const lines: AssistantEntry[] = [];
  const blocks: RawBlock[] = [];
  const isAlike = isUsageAlike(reply);
  for (const node of reply.nodes) {
    const raw = session.raw(node);
    if (!raw) return undefined;
    blocks.push(...raw.blocks);
    if (isAlike && node !== reply.nodes.at(-1)) continue;
    const entry = raw.entry();
    if (!isAssistant(entry)) return undefined;
    lines.push(entry);
  }
  const parts = rawPartsOf(blocks);
  return parts && { parts, usage: usageOfAll(lines), last: lines.at(-1) };
}

/** Then the last line says all that is asked for beside the words. */
function isUsageAlike({ nodes }: ThreadReply): boolean {
  const last = nodes.at(-1)?.reply;
  const output = last?.tokens?.output;
  return (
    output !== undefined && nodes.every(({ reply }) => reply?.tokens?.output === output && reply.model === last?.model)
  );
}

function usageOfAll(lines: readonly AssistantEntry[]): UsageRecord | undefined {
  let usage: UsageRecord | undefined;
  for (const entry of lines) {
    const record = usageOf(entry as unknown as JsonObject);
    // Lines written while the reply streamed hold its starting value; of equal ones the last counts.
    if (record && !(usage && usage.output > record.output)) usage = record;
  }
  return usage;
}

export interface GenerationPlace {
  parentSpanId: string;
  start: number;
  end: number;
  /** When the line was written that it answers; NaN when unknown. */
  asked: number;
  /** What was asked; only the first reply of a turn carries it. */
  input: string | undefined;
}

export function addGeneration(maker: SpanMaker, reply: ThreadReply, read: ReadReply, place: GenerationPlace): string {
  const { usage } = read;
  const model = reply.model ?? 'unknown model';
  return maker.add({
    kind: 'generation',
    name: model,
    identity: { key: reply.key, time: reply.nodes[0]?.time ?? Number.NaN },
    parentSpanId: place.parentSpanId,
    start: place.start,
    end: place.end,
    attributes: [
      modelAttributes(maker, reply, read),
      wordsAttributes(maker, read, { input: place.input, stopReason: reply.stopReason }),
      metadata(maker, reply, read, place),
      usageAttributes(usage, usage && maker.costOf(usage)),
    ],
    ...failure(maker, reply, read),
  });
}

interface Asks {
  input: string | undefined;
  stopReason: string | undefined;
}

function modelAttributes({ content }: SpanMaker, reply: ThreadReply, { last }: ReadReply): Attributes {
  const { messageId, stopReason, isSynthetic } = reply;
  const model = isSynthetic ? undefined : content.label(reply.model);
  return {
    'langfuse.observation.type': 'generation',
    'langfuse.observation.model.name': model,
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': content.label(word(last?.requestedModel)) ?? model,
    'gen_ai.response.model': model,
    'gen_ai.response.id': content.label(messageId),
    'gen_ai.response.finish_reasons': stopReason === undefined ? undefined : [content.label(stopReason)],
  };
}

function wordsAttributes({ content }: SpanMaker, { parts }: ReadReply, asks: Asks): Attributes {
  const { input, stopReason } = asks;
  const asked = input === undefined ? undefined : content.clean(input);
  const said = content.cleanParts(parts);
  return {
    'langfuse.observation.input': asked === undefined ? undefined : content.pack({ role: 'user', content: asked }),
    'gen_ai.input.messages': asked === undefined ? undefined : content.pack([userMessage(asked)]),
    'langfuse.observation.output': said && content.pack(outputOf(said)),
    'gen_ai.output.messages': said && content.pack([assistantMessage(said, content.label(stopReason))]),
  };
}

/** Calls are left to their own observations. */
function outputOf({ text, thinking, others }: ReplyParts): object {
  return {
    role: 'assistant',
    content: text,
    ...(thinking !== '' && { thinking }),
    ...(others.length > 0 && { blocks: others }),
  };
}

function metadata(
  { content }: SpanMaker,
  reply: ThreadReply,
  { last, usage }: ReadReply,
  { asked }: GenerationPlace,
): Attributes {
  const latency = (reply.nodes.at(-1)?.time ?? Number.NaN) - asked;
  return {
    'langfuse.observation.metadata.tool_count': String(reply.calls.length),
    'langfuse.observation.metadata.latency_ms': latency >= 0 ? String(latency) : undefined,
    'langfuse.observation.metadata.request_id': content.label(word(last?.requestId)),
    'langfuse.observation.metadata.effort': content.label(word(last?.effort)),
    'langfuse.observation.metadata.is_synthetic': reply.isSynthetic ? 'true' : undefined,
    'langfuse.observation.metadata.is_api_error': reply.isApiError ? 'true' : undefined,
    'langfuse.observation.metadata.is_fast': usage?.isFast ? 'true' : undefined,
  };
}

/** A reply that the client wrote in place of one that the API refused. */
function failure({ content }: SpanMaker, reply: ThreadReply, { parts }: ReadReply): { status?: SpanStatus } {
  if (!reply.isApiError) return {};
  return { status: { code: 'error', message: content.brief(parts.text) ?? 'API error' } };
}
