import {
  type AssistantEntry,
  type HeldSession,
  isAssistant,
  isHeld,
  mergeReply,
  type RawBlock,
  type RequestFacts,
  requestOf,
  type Session,
  type UsageRecord,
} from '@unspool/session';
import { AttributeKey, FixedAttributes } from '../span/attribute-key.js';
import { type SpanMaker, word } from './maker.js';
import { partsOf, type ReplyParts } from './message-parts.js';
import { askedOf, inputMessages, outputMessages, outputOf } from './message-pieces.js';
import { INPUT, INPUT_MESSAGES, OUTPUT } from './observation-keys.js';
import { rawPartsOf } from './raw-parts.js';
import type { ThreadReply } from './thread.js';
import { tellUsage } from './usage-attributes.js';

/** A reply read whole. */
export interface ReadReply {
  parts: ReplyParts;
  /** Of all lines; the rest of the request is as the last one tells it. */
  usage: UsageRecord | undefined;
  last: Omit<RequestFacts, 'usage'> | undefined;
}

export function readReply(session: Session, reply: ThreadReply): ReadReply {
  const raw = isHeld(session) ? rawReply(session, reply) : undefined;
  if (raw) return raw;
  const lines: AssistantEntry[] = [];
  for (const node of reply.nodes) {
    const entry = session.read(node);
    if (isAssistant(entry)) lines.push(entry);
  }
  const requests = lines.flatMap((entry) => requestOf(entry) ?? []);
  return { parts: partsOf(mergeReply(lines)), usage: usageOfAll(requests), last: requests.at(-1) };
}

/** Undefined where blocks have to be read to know which of them are the same, or what they are. */
function rawReply(session: HeldSession, reply: ThreadReply): ReadReply | undefined {
  const requests: RequestFacts[] = [];
  const blocks: RawBlock[] = [];
  const isAlike = isUsageAlike(reply);
  const final = reply.nodes.at(-1);
  for (const node of reply.nodes) {
    const raw = session.raw(node);
    if (!raw) return undefined;
    for (const block of raw.blocks) blocks.push(block);
    if (isAlike && node !== final) continue;
    const request = session.request(node);
    if (!request) return undefined;
    requests.push(request);
  }
  const parts = rawPartsOf(blocks);
  return parts && { parts, usage: usageOfAll(requests), last: requests.at(-1) };
}

/** Then the last line says all that is asked for beside the words. */
function isUsageAlike({ nodes }: ThreadReply): boolean {
  const last = nodes.at(-1)?.reply;
  const output = last?.tokens?.output;
  return (
    output !== undefined && nodes.every(({ reply }) => reply?.tokens?.output === output && reply.model === last?.model)
  );
}

function usageOfAll(requests: readonly RequestFacts[]): UsageRecord | undefined {
  let usage: UsageRecord | undefined;
  for (const { usage: record } of requests) {
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
  const { out } = maker;
  const { usage } = read;
  const spanId = maker.begin({
    kind: 'generation',
    name: reply.model ?? 'unknown model',
    key: reply.key,
    time: reply.nodes[0]?.time ?? Number.NaN,
    parentSpanId: place.parentSpanId,
    start: place.start,
    end: place.end,
    failure: failureOf(maker, reply, read),
  });
  tellModel(maker, reply, read);
  tellWords(maker, reply, read, place.input);
  tellMetadata(maker, reply, read, place);
  if (usage) tellUsage(out, usage, maker.costOf(usage));
  out.end();
  return spanId;
}

function tellModel({ content, out }: SpanMaker, reply: ThreadReply, { last }: ReadReply): void {
  const { messageId, stopReason, isSynthetic } = reply;
  const model = isSynthetic ? undefined : content.label(reply.model);
  out.fixed(GENERATION);
  out.label(MODEL_NAME, model);
  out.fixed(CHAT);
  out.label(REQUEST_MODEL, content.label(word(last?.requestedModel)) ?? model);
  out.label(RESPONSE_MODEL, model);
  out.label(RESPONSE_ID, content.label(messageId));
  if (stopReason !== undefined) out.labels(FINISH_REASONS, [content.label(stopReason)]);
}

const GENERATION = new FixedAttributes({ 'langfuse.observation.type': 'generation' });
const MODEL_NAME = new AttributeKey('langfuse.observation.model.name');
const CHAT = new FixedAttributes({ 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'anthropic' });
const REQUEST_MODEL = new AttributeKey('gen_ai.request.model');
const RESPONSE_MODEL = new AttributeKey('gen_ai.response.model');
const RESPONSE_ID = new AttributeKey('gen_ai.response.id');
const FINISH_REASONS = new AttributeKey('gen_ai.response.finish_reasons');

function tellWords(
  { content, out }: SpanMaker,
  { stopReason }: ThreadReply,
  read: ReadReply,
  input: string | undefined,
): void {
  const asked = content.words(input);
  const said = content.cleanParts(read.parts);
  if (asked) {
    out.text(INPUT, askedOf(content, asked));
    out.text(INPUT_MESSAGES, inputMessages(content, asked));
  }
  if (!said) return;
  out.text(OUTPUT, outputOf(content, said));
  out.text(OUTPUT_MESSAGES, outputMessages(content, said, content.label(stopReason)));
}

const OUTPUT_MESSAGES = new AttributeKey('gen_ai.output.messages');

function tellMetadata(
  { content, out }: SpanMaker,
  reply: ThreadReply,
  { last, usage }: ReadReply,
  { asked }: GenerationPlace,
): void {
  const latency = (reply.nodes.at(-1)?.time ?? Number.NaN) - asked;
  out.digits(TOOL_COUNT, reply.calls.length);
  if (latency >= 0) out.digits(LATENCY, latency);
  out.label(REQUEST_ID, content.label(word(last?.requestId)));
  out.label(EFFORT, content.label(word(last?.effort)));
  if (reply.isSynthetic) out.fixed(SYNTHETIC);
  if (reply.isApiError) out.fixed(API_ERROR);
  if (usage?.isFast) out.fixed(FAST);
}

const TOOL_COUNT = new AttributeKey('langfuse.observation.metadata.tool_count');
const LATENCY = new AttributeKey('langfuse.observation.metadata.latency_ms');
const REQUEST_ID = new AttributeKey('langfuse.observation.metadata.request_id');
const EFFORT = new AttributeKey('langfuse.observation.metadata.effort');
const SYNTHETIC = new FixedAttributes({ 'langfuse.observation.metadata.is_synthetic': 'true' });
const API_ERROR = new FixedAttributes({ 'langfuse.observation.metadata.is_api_error': 'true' });
const FAST = new FixedAttributes({ 'langfuse.observation.metadata.is_fast': 'true' });

/** A reply that the client wrote in place of one that the API refused. */
function failureOf({ content }: SpanMaker, reply: ThreadReply, { parts }: ReadReply): string | undefined {
  return reply.isApiError ? (content.brief(parts.text) ?? 'API error') : undefined;
}
