import { type AssistantEntry, isAssistant, type Session, type UsageRecord } from '@unspool/session';
import { mergeReply } from '@unspool/session/model';
import { type SpanMaker, word } from './maker.js';
import { assistantMessage, partsOf, type ReplyParts, shownReply } from './message-parts.js';
import { usageOfReply } from './reply-usage.js';
import { askedIn } from './spoken.js';
import type { ThreadReply } from './thread.js';
import { usedIn } from './used.js';

/** A reply with the content of all its lines. */
export interface ReadReply {
  parts: ReplyParts;
  /** Inputs of its calls, by call id. Of two calls with the same id the first counts. */
  inputs: ReadonlyMap<string, unknown>;
  usage: UsageRecord | undefined;
  /** The last of its lines. */
  last: AssistantEntry | undefined;
}

export function readReply(session: Session, reply: ThreadReply): ReadReply {
  const lines: AssistantEntry[] = [];
  for (const node of reply.nodes) {
    const entry = session.read(node);
    if (isAssistant(entry)) lines.push(entry);
  }
  const parts = partsOf(mergeReply(lines));
  return { parts, inputs: inputsOf(parts), usage: usageOfReply(session, reply, lines), last: lines.at(-1) };
}

function inputsOf({ calls }: ReplyParts): Map<string, unknown> {
  return new Map(calls.map(({ id, input }): [string, unknown] => [id, input]).reverse());
}

export interface GenerationPlace {
  parentSpanId: string;
  start: number;
  end: number;
  /** The time of the line that it answers; NaN if unknown. */
  asked: number;
  /** The prompt; only on the first reply of a turn. */
  input: string | undefined;
}

export function addGeneration(maker: SpanMaker, reply: ThreadReply, read: ReadReply, place: GenerationPlace): string {
  const { content } = maker;
  const { usage, last } = read;
  const { stopReason } = reply;
  const model = reply.isSynthetic ? undefined : content.label(reply.model);
  const { input, inputMessages } = askedIn(content, place.input);
  const parts = content.cleanParts(read.parts);
  const latency = (reply.nodes.at(-1)?.time ?? Number.NaN) - place.asked;
  const used = usage && usedIn(usage, maker.costOf(usage));
  return maker.add({
    kind: 'generation',
    name: reply.model ?? 'unknown model',
    key: reply.key,
    time: reply.nodes[0]?.time ?? Number.NaN,
    parentSpanId: place.parentSpanId,
    start: place.start,
    end: place.end,
    failure: failureOf(maker, reply, read),
    attributes: {
      'langfuse.observation.type': 'generation',
      'langfuse.observation.model.name': model,
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': content.label(word(last?.requestedModel)) ?? model,
      'gen_ai.response.model': model,
      'gen_ai.response.id': content.label(reply.messageId),
      'gen_ai.response.finish_reasons': stopReason === undefined ? undefined : [content.label(stopReason)],
      'langfuse.observation.input': input,
      'gen_ai.input.messages': inputMessages,
      'langfuse.observation.output': parts && content.pack(shownReply(parts)),
      'gen_ai.output.messages': parts && content.pack([assistantMessage(parts, content.label(stopReason))]),
      'langfuse.observation.metadata.tool_count': String(reply.calls.length),
      'langfuse.observation.metadata.latency_ms': latency >= 0 ? String(latency) : undefined,
      'langfuse.observation.metadata.request_id': content.label(word(last?.requestId)),
      'langfuse.observation.metadata.effort': content.label(word(last?.effort)),
      'langfuse.observation.metadata.is_synthetic': reply.isSynthetic ? 'true' : undefined,
      'langfuse.observation.metadata.is_api_error': reply.isApiError ? 'true' : undefined,
      'langfuse.observation.metadata.is_fast': usage?.isFast ? 'true' : undefined,
      'gen_ai.usage.input_tokens': used?.input,
      'gen_ai.usage.output_tokens': usage?.output,
      'gen_ai.usage.cache_read.input_tokens': usage?.cacheRead,
      'gen_ai.usage.cache_creation.input_tokens': used?.cacheWrite,
      'gen_ai.usage.cost': used?.cost,
      'langfuse.observation.usage_details': used?.usageDetails,
      'langfuse.observation.cost_details': used?.costDetails,
      'langfuse.observation.metadata.web_searches': used?.webSearches,
    },
  });
}

/** The client writes a reply of its own when the API returned an error. */
function failureOf({ content }: SpanMaker, reply: ThreadReply, { parts }: ReadReply): string | undefined {
  return reply.isApiError ? (content.brief(parts.text) ?? 'API error') : undefined;
}
