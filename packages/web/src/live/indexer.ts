import { join } from 'node:path';
import {
  adoptLabels,
  type Database,
  type IndexProgress,
  KeptFiles,
  openStore,
  Prices,
  parsePrices,
  updateIndex,
} from '@unspool/store';
import type { Setting } from '../thread/setting.js';

export interface IndexNews {
  changed: number;
  gone: number;
  problems: number;
}

const EVERY_MS = 200;

/** Keeps the store up to date with the files. */
export class Indexer {
  private database: Promise<Database> | undefined;
  private readonly prices: Prices;

  constructor(private readonly setting: Setting) {
    this.prices = setting.ownPrices === undefined ? new Prices() : new Prices(parsePrices(setting.ownPrices));
  }

  async update(tell: (news: unknown) => void): Promise<IndexNews> {
    this.database ??= this.open();
    const database = await this.database;
    const kept = new KeptFiles(database, join(this.setting.dataFolder, 'archive'), Date.now());
    let last = 0;
    const onProgress = (progress: IndexProgress) => {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      tell({ ...progress });
    };
    try {
      const { configs } = this.setting;
      const { changed, gone, problems } = updateIndex(database, configs, { prices: this.prices, kept, onProgress });
      return { changed, gone, problems: problems.length };
    } finally {
      kept.close();
    }
  }

  private async open(): Promise<Database> {
    const { database } = await openStore(this.setting.database);
    adoptLabels(database, this.setting.dataFolder);
    return database;
  }
}
