import type { ApiMessage, Block, JsonObject } from '@unspool/session';
import type { ModelRequest } from './model-call.js';

const MARK = { cache_control: { type: 'ephemeral' } };

/**
 * Where the API may keep what it has read: behind the tools and the system prompt, behind the last message, and behind
 * the user's message before it, which the last request ended with. That is all four it takes.
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

/** Thoughts and empty words cannot carry a mark. */
function markLast<T extends Block | JsonObject>(blocks: readonly T[]): T[] {
  const at = blocks.findLastIndex((block) => {
    const { type, text } = block as JsonObject;
    return type !== 'thinking' && type !== 'redacted_thinking' && !(type === 'text' && text === '');
  });
  return blocks.map((block, index) => (index === at ? { ...block, ...MARK } : block));
}
