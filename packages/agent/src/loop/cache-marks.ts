import type { ApiMessage, Block, JsonObject } from '@unspool/session';
import type { ModelRequest } from './model-call.js';

const MARK = { cache_control: { type: 'ephemeral' } };

/**
 * Sets the API's cache breakpoints: after the tools, the system prompt, the last message, and the user message before
 * it, where the last request ended. That is all four that the API allows.
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

/** The API refuses a breakpoint on thinking or empty text. */
function markLast<T extends Block | JsonObject>(blocks: readonly T[]): T[] {
  const at = blocks.findLastIndex((block) => {
    const { type, text } = block as JsonObject;
    return type !== 'thinking' && type !== 'redacted_thinking' && !(type === 'text' && text === '');
  });
  return blocks.map((block, index) => (index === at ? { ...block, ...MARK } : block));
}
