import type { Block } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { blockText, isMedia } from '@unspool/session/show';
import { shortSize } from '../terminal/numbers.js';

/** A block as text. Pictures and documents as their type and size. */
export function shownText(block: Block): string {
  return isMedia(block) ? mediaText(block) : blockText(block);
}

/** "[image, 23.1 kB png]" */
export function mediaText(block: Block): string {
  const { source } = block as { source?: unknown };
  if (!isObject(source)) return `[${block.type}]`;
  const { media_type, data, url } = source;
  const size = typeof data === 'string' ? `, ${shortSize(bytesOf(data, source['type']))}` : '';
  const type = typeof media_type === 'string' ? ` ${media_type.replace(/^.*\//, '')}` : '';
  const from = typeof url === 'string' ? ` ${url}` : '';
  return `[${block.type}${size}${size === '' && type !== '' ? ',' : ''}${type}${from}]`;
}

function bytesOf(data: string, type: unknown): number {
  if (type !== 'base64') return Buffer.byteLength(data);
  return Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
}
