import type { Block, JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { callBlock, imageBlock, textBlock, thinkingBlock } from '../write/blocks.js';
import { objectIn, textIn } from './values.js';

/** The parts of a Gemini API message, also used by Qwen Code. A string is one text part. */
export function partsOf(content: unknown): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  if (Array.isArray(content)) return content.flatMap(partsOf);
  return isObject(content) ? [content] : [];
}

const FILES = /^\n?--- Content from referenced files ---/;
const MARK = /^\n?--- (Content from referenced files|End of content) ---/;

/** A person's text and images, and the content of files (`@file`) that the client appended. */
export function askedIn(parts: readonly JsonObject[]): { asked: JsonObject[]; files: JsonObject[] } {
  const at = parts.findIndex((part) => FILES.test(textIn(part, 'text') ?? ''));
  if (at < 0) return { asked: [...parts], files: [] };
  const behind = parts.slice(at).filter((part) => !MARK.test(textIn(part, 'text') ?? ''));
  const isText = (part: JsonObject) => textIn(part, 'text') !== undefined;
  return { asked: [...parts.slice(0, at), ...behind.filter((part) => !isText(part))], files: behind.filter(isText) };
}

/** The texts and images of parts. `responsesIn` reads results. */
export function blocksOfParts(parts: readonly JsonObject[]): Block[] {
  return parts.flatMap((part) => blockOf(part) ?? []);
}

function blockOf(part: JsonObject): Block | undefined {
  const text = textIn(part, 'text');
  if (text !== undefined) return part.thought === true ? thinkingBlock(text) : textBlock(text);
  const call = objectIn(part, 'functionCall');
  if (call) return callBlock(textIn(call, 'id') ?? '', textIn(call, 'name') ?? '', objectIn(call, 'args') ?? {});
  const data = objectIn(part, 'inlineData');
  const mime = textIn(data, 'mimeType');
  return mime?.startsWith('image/') ? imageBlock(mime, textIn(data, 'data') ?? '') : undefined;
}

/** A result's text with its images. */
export function withImages(text: string, beside: readonly Block[]): string | Block[] {
  const images = beside.filter(({ type }) => type === 'image');
  return images.length === 0 ? text : [textBlock(text), ...images];
}

/** A tool's response to the model. */
export interface FunctionResponse {
  id: string;
  text: string;
  isError: boolean;
}

export function responsesIn(parts: readonly JsonObject[]): FunctionResponse[] {
  return parts.flatMap((part) => {
    const response = objectIn(part, 'functionResponse');
    if (!response) return [];
    const given = objectIn(response, 'response');
    const error = textIn(given, 'error');
    const text = error ?? (typeof given?.output === 'string' ? given.output : JSON.stringify(given ?? {}));
    return [{ id: textIn(response, 'id') ?? '', text, isError: error !== undefined }];
  });
}
