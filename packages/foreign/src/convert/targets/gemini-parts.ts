import type { Block, JsonObject } from '@unspool/session';
import { isText } from '@unspool/session';
import type { ResultStep } from '../steps/step.js';
import { imageIn, textIn } from '../steps/steps-of.js';

/** Text and images as parts of the Gemini API. */
export function partsOf(content: readonly Block[]): JsonObject[] {
  return content.flatMap((block): JsonObject[] => {
    if (isText(block)) return [{ text: block.text }];
    const image = imageIn(block);
    return image ? [{ inlineData: { mimeType: image.mediaType, data: image.data } }] : [];
  });
}

/** A result as a part. Images follow in parts of their own, because the response itself is text. */
export function responseParts({ call, content, isError }: ResultStep): JsonObject[] {
  const text = textIn(content);
  const response = isError && text !== '' ? { error: text } : { output: text };
  const images = content.filter((block) => !isText(block));
  return [{ functionResponse: { id: call.id, name: call.name, response } }, ...partsOf(images)];
}
