import { type Block, isObject } from '@unspool/session';
import type { MediaView } from './view.js';

/** Pictures and documents; `href` gets the place of each among them. */
export function mediaViews(blocks: readonly Block[], href: string): MediaView[] {
  return blocks.flatMap((block, at): MediaView[] => {
    const media = mediaOf(block);
    if (!media) return [];
    const { kind, mediaType, data } = media;
    return [{ kind, mediaType, bytes: Math.floor((data.length * 3) / 4), href: `${href}&at=${at}` }];
  });
}

export interface Media {
  kind: 'image' | 'document';
  mediaType: string;
  /** base64 */
  data: string;
}

export function mediaOf(block: Block | undefined): Media | undefined {
  if (!isObject(block) || (block.type !== 'image' && block.type !== 'document')) return undefined;
  const { source } = block as { source?: unknown };
  if (!isObject(source) || source['type'] !== 'base64' || typeof source['data'] !== 'string') return undefined;
  const mediaType = typeof source['media_type'] === 'string' ? source['media_type'] : 'application/octet-stream';
  return { kind: block.type as Media['kind'], mediaType, data: source['data'] };
}
