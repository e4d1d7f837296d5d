import {
  type Database,
  type Engine,
  identityOf,
  type OpenedStore,
  openStore,
  renewStore,
  type Statement,
} from '@unspool/store';

/** Lists and hits are small; what building an index needs is the index thread's. */
const LITTLE_MEMORY = 'PRAGMA cache_size = -3000';

/** The index as the server reads it. When it was damaged and begun anew, the new one is read from then on. */
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

  /** Puts a damaged index aside and begins a new one; when somebody has done so already, theirs is opened. */
  renew(): Promise<void> {
    return this.replaceBy(() => renewStore(this.file, this.opened.identity));
  }

  /** Somebody else has begun a new one. */
  reopen(): Promise<void> {
    return this.replaceBy(() => openStore(this.file));
  }

  /** Whether it is still the file that stands under its name: it may have been deleted, or put aside by another. */
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
