import { durationOf, isToolUse, type Reply, type ReplyMessage, totalTokens } from '@unspool/session';
import { readToolResult } from '@unspool/session/locate';
import { isObject } from '@unspool/session/read';
import { type CallDetails, outputText, readCall } from './call-details.js';
import { cutValue, MAX_TEXT } from './json-cut.js';
import { type JsonPlace, writeFields } from './json-place.js';
import type { JsonWriter } from './json-writer.js';

export function writeReply(reply: Reply, message: ReplyMessage, out: JsonWriter, place: JsonPlace): void {
  const uses = new Map(message.content.filter(isToolUse).map((use) => [use.id, use]));
  out.object(() => {
    out.fields({
      messageId: reply.messageId ?? null,
      model: reply.model ?? null,
      stopReason: reply.stopReason ?? null,
      tokens: reply.tokens ? { ...reply.tokens, total: totalTokens(reply.tokens) } : null,
      isSynthetic: reply.isSynthetic,
      isApiError: reply.isApiError,
    });
    writeFields({ content: message.content }, out, place.isFull);
    out.key('calls');
    out.array(() => {
      for (const call of reply.calls) {
        const input = uses.get(call.id)?.input;
        writeCall(readCall(place.conversation, call, isObject(input) ? input : {}), out, place);
      }
    });
  });
}

function writeCall(details: CallDetails, out: JsonWriter, place: JsonPlace): void {
  const { call, size } = details;
  const duration = durationOf(call);
  const agents = place.conversation.agentsOf(call.id);
  out.object(() => {
    out.fields({
      id: call.id,
      name: call.name,
      file: call.file ?? null,
      isError: call.result?.isError ?? null,
      durationMs: Number.isNaN(duration) ? null : duration,
      agentId: call.result?.agentId ?? agents[0]?.agentId ?? null,
      size: call.result ? size : null,
    });
    if (place.isFull) writeWhole(details, out);
    else writeCut(details, out);
    if (agents.length === 0) return;
    out.key('agents');
    out.array(() => {
      for (const agent of agents) place.writeAgent(agent, out, place);
    });
  });
}

/** An offloaded result is shown as if it were on the line. */
function writeWhole({ input, result, offloaded, noted }: CallDetails, out: JsonWriter): void {
  out.field('input', input);
  if (offloaded?.kind === 'found') {
    out.key('result');
    out.text(partsOf(offloaded.file));
  } else out.field('result', result?.content ?? null);
  out.fields({ offloaded, toolUseResult: noted });
}

function writeCut(details: CallDetails, out: JsonWriter): void {
  const { input, result, offloaded, size } = details;
  const truncated: { [path: string]: number } = {};
  out.field('input', cutValue(input, 'input', truncated));
  if (offloaded?.kind === 'found') {
    const start = outputText(details, MAX_TEXT);
    if (size > Buffer.byteLength(start)) truncated['result'] = size;
    out.field('result', start);
  } else out.field('result', cutValue(result?.content ?? null, 'result', truncated));
  out.field('offloaded', offloaded);
  if (Object.keys(truncated).length > 0) out.field('truncated', truncated);
}

const PART = 1024 * 1024;

function* partsOf(file: string): Generator<string> {
  const decoder = new TextDecoder();
  for (let offset = 0; ; offset += PART) {
    const bytes = readToolResult(file, { offset, length: PART });
    yield decoder.decode(bytes, { stream: bytes.length === PART });
    if (bytes.length < PART) return;
  }
}
