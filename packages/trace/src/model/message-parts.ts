import { type Block, isText, isThinking, isToolUse, type RawValue, type ReplyMessage } from '@unspool/session';

/** What was said, or where it stands in its file. */
export type Words = string | RawValue;

/** A reply's blocks, sorted by what they are; nothing is left out but signatures. */
export interface ReplyParts {
  text: Words;
  thinking: Words;
  calls: { id: string; name: string; input: unknown }[];
  /** Blocks of kinds that came later than this program. */
  others: Block[];
}

export function partsOf({ content }: Pick<ReplyMessage, 'content'>): ReplyParts {
  const parts = { text: '', thinking: '', calls: [], others: [] } as ReplyParts & { text: string; thinking: string };
  for (const block of content) {
    if (isText(block)) parts.text = below(parts.text, block.text);
    else if (isThinking(block)) parts.thinking = below(parts.thinking, block.thinking);
    else if (isToolUse(block)) parts.calls.push({ id: block.id, name: String(block.name ?? ''), input: block.input });
    else if (block?.type !== 'redacted_thinking') parts.others.push(block);
  }
  return parts;
}

function below(above: string, text: string): string {
  return above === '' ? text : `${above}\n${text}`;
}

/** As OpenTelemetry's conventions for generative models write a message. */
export interface GenAiMessage {
  role: string;
  parts: { type: string; [key: string]: unknown }[];
  finish_reason?: string;
}

export function userMessage(text: Words): GenAiMessage {
  return { role: 'user', parts: [{ type: 'text', content: text }] };
}

export function assistantMessage(parts: ReplyParts, finishReason: string | undefined): GenAiMessage {
  return {
    role: 'assistant',
    parts: [
      ...(parts.thinking === '' ? [] : [{ type: 'reasoning', content: parts.thinking }]),
      ...(parts.text === '' ? [] : [{ type: 'text', content: parts.text }]),
      ...parts.calls.map(({ id, name, input }) => ({ type: 'tool_call', id, name, arguments: input })),
      ...parts.others.map((block) => ({ ...block })),
    ],
    ...(finishReason !== undefined && { finish_reason: finishReason }),
  };
}
