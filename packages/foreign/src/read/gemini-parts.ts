import type { Block, JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { callBlock, imageBlock, textBlock, thinkingBlock } from '../write/blocks.js';
import { objectIn, textIn } from './values.js';

/** The parts of a message of the Gemini API; Qwen Code uses the same. A string is one part of text. */
export function partsOf(content: unknown): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  if (Array.isArray(content)) return content.flatMap(partsOf);
  return isObject(content) ? [content] : [];
}

const FILES = /^\n?--- Content from referenced files ---/;
const MARK = /^\n?--- (Content from referenced files|End of content) ---/;

/** What a person wrote and showed, and the texts of files (`@file`) that the client put behind it. */
export function askedIn(parts: readonly JsonObject[]): { asked: JsonObject[]; files: JsonObject[] } {
  const at = parts.findIndex((part) => FILES.test(textIn(part, 'text') ?? ''));
  if (at < 0) return { asked: [...parts], files: [] };
  const behind = parts.slice(at).filter((part) => !MARK.test(textIn(part, 'text') ?? ''));
  const isText = (part: JsonObject) => textIn(part, 'text') !== undefined;
  return { asked: [...parts.slice(0, at), ...behind.filter((part) => !isText(part))], files: behind.filter(isText) };
}

/** What parts say and show; results are read by `responsesIn`. */
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

/** The text of a result with the images beside it. */
export function withImages(text: string, beside: readonly Block[]): string | Block[] {
  const images = beside.filter(({ type }) => type === 'image');
  return images.length === 0 ? text : [textBlock(text), ...images];
}

/** What a tool returned to the model. */
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
