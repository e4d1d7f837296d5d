import type { Block } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { LIMITS } from './limits.js';
import { maskedLine, type TextStyle } from './texts.js';
import type { MediaView } from './view.js';

/** Image types that a browser shows without running scripts. */
export const SAFE_IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Pictures and documents. The index of each is added to `address`. */
export function mediaViews(blocks: readonly Block[], address: string, style: TextStyle): MediaView[] {
  const href = `${style.path}/media?${address}`;
  return blocks.flatMap((block, at): MediaView[] => {
    const media = mediaOf(block);
    if (!media) return linkView(block, style);
    const { kind, mediaType, data } = media;
    const bytes = Math.floor((data.length * 3) / 4);
    return [{ kind, mediaType, bytes, size: pngSize(data), href: `${href}&at=${at}`, link: null }];
  });
}

/** Media elsewhere are named and never fetched, since a request would reveal the reader. */
function linkView(block: Block, style: TextStyle): MediaView[] {
  const { source } = block as { source?: unknown };
  if (!isObject(source) || source['type'] !== 'url' || typeof source['url'] !== 'string') return [];
  const kind = block.type === 'document' ? 'document' : 'image';
  const link = maskedLine(source['url'].slice(0, LIMITS.note), style);
  return [{ kind, mediaType: '', bytes: 0, size: null, href: '', link }];
}

const PNG = '89504e470d0a1a0a';
const MAX_PIXELS = 20_000;

/** The size of a picture, so that its space can be reserved; null if its first bytes do not contain it. */
function pngSize(data: string): MediaView['size'] {
  const head = Buffer.from(data.slice(0, 48), 'base64');
  if (head.length < 24 || head.toString('hex', 0, 8) !== PNG) return null;
  const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)];
  return width > 0 && height > 0 && Math.max(width, height) <= MAX_PIXELS ? { width, height } : null;
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
