import { type Database, type IndexProgress, openStore, Prices, parsePrices, updateIndex } from '@unspool/store';
import type { Setting } from '../thread/message.js';

export interface IndexNews {
  changed: number;
  gone: number;
  problems: number;
}

/** Keeps the store up to date with the files. */
export class Indexer {
  private database: Promise<Database> | undefined;
  private readonly prices: Prices;

  constructor(private readonly setting: Setting) {
    this.prices = setting.ownPrices === undefined ? new Prices() : new Prices(parsePrices(setting.ownPrices));
  }

  async update(tell: (news: unknown) => void): Promise<IndexNews> {
    this.database ??= openStore(this.setting.database).then((opened) => opened.database);
    let last = 0;
    const onProgress = (progress: IndexProgress) => {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      tell({ ...progress });
    };
    const { changed, gone, problems } = updateIndex(await this.database, this.setting.configs, {
      prices: this.prices,
      onProgress,
    });
    return { changed, gone, problems: problems.length };
  }
}

const EVERY_MS = 200;
