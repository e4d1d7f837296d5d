import type { Block, JsonObject } from '@unspool/session';
import { textIn } from '../read/values.js';
import { imageBlock } from '../write/blocks.js';

/** Images, which come in separate events before the events that show them. */
export class Assets {
  private readonly kept = new Map<string, { mimeType: string; data: string }>();
  private size = 0;

  add(asset: JsonObject): void {
    const id = textIn(asset, 'assetId');
    const data = textIn(asset, 'data');
    if (id === undefined || data === undefined || this.kept.has(id)) return;
    this.kept.set(id, { mimeType: textIn(asset, 'mimeType') ?? '', data });
    this.size += data.length;
    for (const [oldest, { data: dropped }] of this.kept) {
      if (this.size <= MAX_KEPT || oldest === id) break;
      this.kept.delete(oldest);
      this.size -= dropped.length;
    }
  }

  /** The image of an attachment or of a result's part: its own data or an asset's. */
  imageOf(holder: JsonObject): Block | undefined {
    const asset = this.kept.get(textIn(holder, 'assetId') ?? '');
    const data = textIn(holder, 'data') ?? asset?.data;
    const mimeType = textIn(holder, 'mimeType') ?? asset?.mimeType;
    return data !== undefined && mimeType?.startsWith('image/') ? imageBlock(mimeType, data) : undefined;
  }
}

/** Images are shown soon after they arrive, so only a few need to be kept. */
const MAX_KEPT = 32 * 1024 * 1024;
