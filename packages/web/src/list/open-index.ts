import {
  type Database,
  type Engine,
  identityOf,
  type OpenedStore,
  openStore,
  renewStore,
  type Statement,
} from '@unspool/store';

/** Lists and hits are small; the index thread builds the index with more memory. */
const LITTLE_MEMORY = 'PRAGMA cache_size = -3000';

/** The index as the server reads it. After a damaged index was replaced, the new one is read. */
export class OpenIndex implements Database {
  private renewing: Promise<void> | undefined;

  private constructor(
    private readonly file: string,
    private opened: OpenedStore,
  ) {
    opened.database.exec(LITTLE_MEMORY);
  }

  static async open(file: string): Promise<OpenIndex> {
    return new OpenIndex(file, await openStore(file));
  }

  /** Puts a damaged index aside and creates a new one. If another process has already done so, opens that one. */
  renew(): Promise<void> {
    return this.replaceBy(() => renewStore(this.file, this.opened.identity));
  }

  /** Opens an index that another process has created. */
  reopen(): Promise<void> {
    return this.replaceBy(() => openStore(this.file));
  }

  /** Whether the path still leads to this file: another process may have deleted it or put it aside. */
  get isCurrent(): boolean {
    return identityOf(this.file) === this.opened.identity;
  }

  get engine(): Engine {
    return this.opened.database.engine;
  }

  prepare(sql: string): Statement {
    return this.opened.database.prepare(sql);
  }

  exec(sql: string): void {
    this.opened.database.exec(sql);
  }

  transaction<T>(work: () => T): T {
    return this.opened.database.transaction(work);
  }

  close(): void {
    this.opened.database.close();
  }

  private replaceBy(open: () => Promise<OpenedStore>): Promise<void> {
    this.renewing ??= this.replace(open).finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async replace(open: () => Promise<OpenedStore>): Promise<void> {
    this.close();
    this.opened = await open();
    this.exec(LITTLE_MEMORY);
  }
}
