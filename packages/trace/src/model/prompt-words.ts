import { type Block, isText, textOf, type Words } from '@unspool/session';
import { typedText } from '@unspool/session/show';

/** A prompt's text. Pictures and documents are not sent, but a note says that they were part of the prompt. */
export function promptWords(words: Words): string {
  return withMedia(typedText(words), words.media);
}

/** A prompt that was queued while the model worked: a text, or blocks as in any message. */
export function queuedWords(prompt: unknown): string | undefined {
  if (typeof prompt === 'string') return prompt;
  if (!Array.isArray(prompt) || !prompt.every(isBlock)) return undefined;
  const media = prompt.filter((block) => !isText(block));
  return media.every(isMedia) ? withMedia(textOf(prompt), media) : undefined;
}

function withMedia(text: string, media: readonly Block[]): string {
  return [...(text === '' ? [] : [text]), ...media.map(mediaNote)].join('\n');
}

function mediaNote(block: Block): string {
  const { media_type: type, data } = ((block as { source?: unknown }).source ?? {}) as { [key: string]: unknown };
  const what = typeof type === 'string' ? type : block.type;
  const size = typeof data === 'string' ? `, ${data.length} characters of base64` : '';
  return `[unspool: ${what} left out${size}]`;
}

function isMedia({ type }: Block): boolean {
  return type === 'image' || type === 'document';
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
