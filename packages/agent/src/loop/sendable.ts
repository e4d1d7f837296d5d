import type { ApiMessage, Block } from '@unspool/session';
import type { ModelRequest } from './model-call.js';

/** Removes blocks that the API always refuses. Any of them would make every later request fail. */
export function sendable(request: ModelRequest): ModelRequest {
  if (request.messages.every(({ content }) => !content.some(isUnsigned))) return request;
  return { ...request, messages: request.messages.flatMap(withoutUnsigned) };
}

function withoutUnsigned(message: ApiMessage): ApiMessage[] {
  const content = message.content.filter((block) => !isUnsigned(block));
  return content.length === 0 ? [] : [{ ...message, content }];
}

/** Gateways to other models may send thinking without a signature. */
function isUnsigned(block: Block): boolean {
  const { signature, data } = block as { signature?: unknown; data?: unknown };
  if (block.type === 'thinking') return typeof signature !== 'string' || signature === '';
  return block.type === 'redacted_thinking' && (typeof data !== 'string' || data === '');
}
