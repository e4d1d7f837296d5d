import { join } from 'node:path';
import { foreignFolders } from '@unspool/foreign';
import {
  adoptLabels,
  type Database,
  type IndexProgress,
  identityOf,
  isCorrupt,
  judgeSessions,
  KeptFiles,
  type OpenedStore,
  openStore,
  Prices,
  parsePrices,
  renewStore,
  updateIndex,
} from '@unspool/store';
import type { Setting } from '../thread/setting.js';

export interface IndexNews {
  changed: number;
  gone: number;
  /** How many sessions were judged: whether they would resume. */
  judged: number;
  problems: number;
  /** The index was damaged and replaced. */
  isRenewed: boolean;
}

const PROGRESS_MS = 200;
/** How long to judge sessions at a time, so that changes do not wait long. */
const JUDGE_MS = 500;

/** Keeps the store up to date with the files. */
export class Indexer {
  private opened: OpenedStore | undefined;
  private readonly prices: Prices;

  constructor(private readonly setting: Setting) {
    this.prices = setting.ownPrices === undefined ? new Prices() : new Prices(parsePrices(setting.ownPrices));
  }

  /** If the store turns out to be damaged, it is put aside and everything is read into a new one. */
  async update(report: (news: unknown) => void): Promise<IndexNews> {
    let isRenewed = false;
    // It was deleted, so anything written to it now would be lost.
    if (this.opened && identityOf(this.setting.database) !== this.opened.identity) {
      this.opened.database.close();
      this.opened = undefined;
      isRenewed = true;
    }
    if (!this.opened) {
      this.opened = await this.open();
      isRenewed ||= this.opened.movedAside !== undefined;
    }
    const { database, identity } = this.opened;
    try {
      return { ...this.bringUpToDate(database, report), isRenewed };
    } catch (error) {
      if (!isCorrupt(error)) throw error;
    }
    database.close();
    this.opened = await renewStore(this.setting.database, identity);
    return { ...this.bringUpToDate(this.opened.database, report), isRenewed: true };
  }

  private bringUpToDate(database: Database, report: (news: unknown) => void): Omit<IndexNews, 'isRenewed'> {
    const kept = new KeptFiles(database, join(this.setting.dataFolder, 'archive'), Date.now());
    let last = 0;
    const onProgress = (progress: IndexProgress) => {
      const now = performance.now();
      if (now - last < PROGRESS_MS) return;
      last = now;
      report({ ...progress });
    };
    try {
      const { configs, foreign } = this.setting;
      const folders = foreign ? [...configs, ...foreignFolders(foreign).folders] : configs;
      const { changed, gone, problems } = updateIndex(database, folders, { prices: this.prices, kept, onProgress });
      const judged = judgeSessions(database, { now: Date.now(), budgetMs: JUDGE_MS });
      return { changed, gone, judged, problems: problems.length };
    } finally {
      kept.close();
    }
  }

  private async open(): Promise<OpenedStore> {
    const opened = await openStore(this.setting.database);
    adoptLabels(opened.database, this.setting.dataFolder);
    return opened;
  }
}
