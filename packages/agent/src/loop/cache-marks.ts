import type { ApiMessage, Block, JsonObject } from '@unspool/session';
import type { ModelRequest } from './model-call.js';

const MARK = { cache_control: { type: 'ephemeral' } };

/**
 * Marks what the API may cache: up to the tools and the system prompt, up to the last message, and up to the user's
 * message before it, where the last request ended. That uses all four marks that the API allows.
 */
export function withCacheMarks(request: ModelRequest): ModelRequest {
  const lastUser = request.messages.findLastIndex((message) => message.role === 'user');
  const userBefore = request.messages.findLastIndex((message, at) => at < lastUser && message.role === 'user');
  return {
    ...request,
    tools: markLast(request.tools) as JsonObject[],
    system: markLast(request.system),
    messages: request.messages.map((message, at) => (at === lastUser || at === userBefore ? marked(message) : message)),
  };
}

function marked(message: ApiMessage): ApiMessage {
  return { ...message, content: markLast(message.content) };
}

/** Thinking and empty text cannot carry a mark. */
function markLast<T extends Block | JsonObject>(blocks: readonly T[]): T[] {
  const at = blocks.findLastIndex((block) => {
    const { type, text } = block as JsonObject;
    return type !== 'thinking' && type !== 'redacted_thinking' && !(type === 'text' && text === '');
  });
  return blocks.map((block, index) => (index === at ? { ...block, ...MARK } : block));
}
