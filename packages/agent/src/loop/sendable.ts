import type { ApiMessage, Block } from '@unspool/session';
import type { ModelRequest } from './model-call.js';

/** The request without what the API refuses whatever it says: one such block would end every later turn, too. */
export function sendable(request: ModelRequest): ModelRequest {
  if (request.messages.every(({ content }) => !content.some(isUnsigned))) return request;
  return { ...request, messages: request.messages.flatMap(withoutUnsigned) };
}

function withoutUnsigned(message: ApiMessage): ApiMessage[] {
  const content = message.content.filter((block) => !isUnsigned(block));
  return content.length === 0 ? [] : [{ ...message, content }];
}

/** Gateways to other models send thoughts without a signature. */
function isUnsigned(block: Block): boolean {
  const { signature, data } = block as { signature?: unknown; data?: unknown };
  if (block.type === 'thinking') return typeof signature !== 'string' || signature === '';
  return block.type === 'redacted_thinking' && (typeof data !== 'string' || data === '');
}
