import type { IndexProgress } from '@unspool/store';
import type { WorkerThreads } from '../thread/worker-threads.js';
import type { IndexState } from '../view/routes.js';

export interface KeeperListener {
  /** The state of the index changed. */
  onState(state: IndexState): void;
  /** Something in the list may have changed. */
  onChange(): void;
  /** The index was updated. True if it was replaced by a new file, because it was damaged or deleted. */
  onUpdated(): Promise<boolean>;
}

const MIN_MS = 1000;
/** Looking for changes takes at most this fraction of the time. */
const SHARE = 20;
/** How often the list is refreshed while the index is built for the first time. */
const FILL_MS = 1500;

/** Updates the index when the server starts, and from then on while a page is open. */
export class IndexKeeper {
  state: IndexState = { phase: 'building', files: 0, filesDone: 0, bytes: 0, bytesDone: 0, message: null };
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isWatched: () => boolean = () => false;
  private isClosed = false;
  private lastFill = 0;

  constructor(
    private readonly threads: WorkerThreads,
    private readonly listener: KeeperListener,
  ) {}

  /** Keeps the index up to date from now on, while `isWatched`. */
  start(isWatched: () => boolean): void {
    this.isWatched = isWatched;
    void this.update();
  }

  /** Looks for changes now. Resolves once they are in the index. */
  async update(): Promise<void> {
    if (this.isClosed) return;
    this.running ??= this.look().finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    clearTimeout(this.timer);
    const started = performance.now();
    const isFirst = this.state.phase !== 'ready';
    try {
      const { changed, gone, judged } = await this.threads.ask('index', 'update', [], (news) =>
        this.progress(news as IndexProgress),
      );
      const isRenewed = await this.listener.onUpdated();
      // Only ending the thread returns the memory of the build: 23 MB for an index of 200 MB.
      if (isFirst) await this.threads.stop('index');
      if (isFirst) this.change({ phase: 'ready', files: 0, filesDone: 0, bytes: 0, bytesDone: 0, message: null });
      if (isFirst || isRenewed || changed + gone + judged > 0) this.listener.onChange();
    } catch (error) {
      if (this.isClosed) return;
      this.change({ ...this.state, phase: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
    // How long the first build took says nothing about later looks. And files may have changed during it.
    this.plan(isFirst ? 0 : performance.now() - started);
  }

  private plan(took: number): void {
    if (this.isClosed) return;
    this.timer = setTimeout(
      () => {
        if (this.isWatched()) void this.update();
        else this.plan(took);
      },
      Math.max(MIN_MS, took * SHARE),
    );
    this.timer.unref();
  }

  private progress(progress: IndexProgress): void {
    if (this.state.phase === 'ready') return;
    this.change({ phase: 'building', ...progress, message: null });
    const now = performance.now();
    if (now - this.lastFill < FILL_MS) return;
    this.lastFill = now;
    this.listener.onChange();
  }

  private change(state: IndexState): void {
    this.state = state;
    this.listener.onState(state);
  }
}
