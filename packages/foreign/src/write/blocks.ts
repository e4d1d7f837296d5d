import type { Block, JsonObject } from '@unspool/session';

export function textBlock(text: string): Block {
  return { type: 'text', text };
}

/** Thinking without a signature. It is only shown, because no provider accepts it. */
export function thinkingBlock(thinking: string): Block {
  return { type: 'thinking', thinking, signature: '' };
}

export function callBlock(id: string, name: string, input: JsonObject): Block {
  return { type: 'tool_use', id, name, input };
}

/** An image as base64. */
export function imageBlock(mediaType: string, data: string): Block {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

/** An image given as a data URL; undefined for any other URL. */
export function imageOfUrl(url: string): Block | undefined {
  const match = /^data:([\w/+.-]+);base64,/.exec(url);
  return match?.[1] === undefined ? undefined : imageBlock(match[1], url.slice(match[0].length));
}
