import { type Block, isText, isThinking, isToolUse, type ReplyMessage } from '@unspool/session';

/** A reply's blocks by type, without signatures. */
export interface ReplyParts {
  text: string;
  thinking: string;
  calls: { id: string; name: string; input: unknown }[];
  /** Blocks of types that this version does not know. */
  others: Block[];
}

export function partsOf({ content }: Pick<ReplyMessage, 'content'>): ReplyParts {
  const parts: ReplyParts = { text: '', thinking: '', calls: [], others: [] };
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

/** A reply as Langfuse shows it. Calls have observations of their own. */
export function shownReply({ text, thinking, others }: ReplyParts): object {
  return {
    role: 'assistant',
    content: text,
    ...(thinking !== '' && { thinking }),
    ...(others.length > 0 && { blocks: others }),
  };
}

/** A message in the form of OpenTelemetry's GenAI conventions. */
export interface GenAiMessage {
  role: string;
  parts: { type: string; [key: string]: unknown }[];
  finish_reason?: string;
}

export function userMessage(text: string): GenAiMessage {
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
