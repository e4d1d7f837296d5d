import type { SessionOutline, ToolDetail, TurnOutline, TurnsPage, TurnView } from '../api/contract.js';
import { get, type RequestError } from '../api/request.js';
import { asRequestError } from '../api/resource.js';

/** The maximum for one request. */
export const AT_ONCE = 10;
/** Enough for the first screen. */
const FIRST = 6;
/** Turns kept in memory. Others are fetched again when needed. */
const KEEP = 240;
/** More turns than can be drawn without a noticeable delay. */
const MANY = 300;

/**
 * A session or a sub-agent in the browser: the outline of all turns, and the turns that were on screen. The turns are
 * fetched first, then the outline; both are fetched again while the session grows.
 */
export class Conversation {
  readonly base: string;
  readonly agentId: string | null;
  outline: SessionOutline | undefined;
  turns: TurnOutline[] = [];
  preamble: TurnsPage['preamble'] = [];
  total: number | null = null;
  error: RequestError | undefined;
  /** Increases with every change. */
  version = 0;
  readonly #views = new Map<number, TurnView>();
  readonly #details = new Map<string, ToolDetail>();
  readonly #asked = new Set<number>();
  /** The revision of the last answer for which the whole file was read. Answers about huge files can be based on a part. */
  #whole = '';
  /** The outline is outdated: the file was rewritten. */
  #isAnew = false;
  #opening: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(sessionId: string, agentId: string | null) {
    const session = `/api/sessions/${encodeURIComponent(sessionId)}`;
    this.base = agentId === null ? session : `${session}/agents/${encodeURIComponent(agentId)}`;
    this.agentId = agentId;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  view(number: number): TurnView | undefined {
    return this.#views.get(number);
  }

  detail(callId: string): ToolDetail | undefined {
    return this.#details.get(callId);
  }

  /** Loads some turns around the wanted one first, then the whole outline. */
  open(turn: number | undefined): Promise<void> {
    this.#opening = this.#open(turn);
    return this.#opening;
  }

  async #open(turn: number | undefined): Promise<void> {
    const from = Math.max(1, (turn ?? 1) - 2);
    await this.#loadPage(`from=${from}&count=${FIRST}`);
    await this.loadOutline();
  }

  async loadOutline(): Promise<void> {
    try {
      const outline = await get<SessionOutline>(`${this.base}/outline`);
      this.#isAnew = false;
      this.turns = outline.turns;
      this.total = outline.turns.length;
      // In a huge session the turns are drawn first and the rails afterwards.
      if (outline.turns.length > MANY) {
        this.#changed(undefined);
        await drawn();
      }
      this.outline = outline;
      this.#changed(undefined);
    } catch (error) {
      this.#changed(asRequestError(error));
    }
  }

  /** Fetches turns that are not loaded, in the given order. */
  async want(numbers: number[]): Promise<void> {
    const missing = numbers.filter((number) => !this.#views.has(number) && !this.#asked.has(number)).slice(0, AT_ONCE);
    if (missing.length === 0) return;
    for (const number of missing) this.#asked.add(number);
    await this.#loadPage(`numbers=${missing.join()}`);
    for (const number of missing) this.#asked.delete(number);
  }

  /** The file changed: rereads the last turns and the new ones. */
  async grow(): Promise<void> {
    // Else the whole outline would be fetched a second time.
    await this.#opening;
    if (this.turns.length === 0 && !this.outline) return this.open(undefined);
    const known = this.turns.at(-1)?.number ?? 0;
    await this.#loadPage('from=-3');
    const last = this.turns.at(-1)?.number ?? 0;
    if (last > known + 2 || this.#isAnew) await this.loadOutline();
  }

  async openCall(callId: string, reveal: boolean): Promise<ToolDetail> {
    const detail = await get<ToolDetail>(
      `${this.base}/calls/${encodeURIComponent(callId)}${reveal ? '?reveal=1' : ''}`,
    );
    if (!reveal) this.#details.set(callId, detail);
    return detail;
  }

  async #loadPage(query: string): Promise<void> {
    try {
      this.#take(await get<TurnsPage>(`${this.base}/turns?${query}`));
      this.#changed(undefined);
    } catch (error) {
      this.#changed(asRequestError(error));
    }
  }

  #take(page: TurnsPage): void {
    if (page.total !== null) {
      if (isRewritten(this.#whole, page.revision)) this.#forget();
      this.#whole = page.revision;
    }
    for (const view of page.turns) {
      this.#views.delete(view.number);
      this.#views.set(view.number, view);
    }
    for (const old of this.#views.keys()) {
      if (this.#views.size <= KEEP) break;
      this.#views.delete(old);
    }
    if (page.preamble.length > 0) this.preamble = page.preamble;
    this.total = page.total ?? this.total;
    // The outline has these turns already, so nothing needs to be redrawn.
    if (page.revision === this.outline?.revision) return;
    const byNumber = new Map(this.turns.map((turn) => [turn.number, turn]));
    for (const outline of page.outlines) byNumber.set(outline.number, outline);
    this.turns = [...byNumber.values()].sort((a, b) => a.number - b.number);
  }

  /** The file was cut or rewritten, so everything read from it is discarded. */
  #forget(): void {
    this.#isAnew = true;
    this.#views.clear();
    this.#details.clear();
    this.turns = [];
    this.preamble = [];
    this.outline = undefined;
  }

  #changed(error: RequestError | undefined): void {
    this.error = error;
    this.version++;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Waits until a frame is drawn, but not forever: a page in the background draws none. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 200);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(timer);
        resolve();
      }, 20),
    );
  });
}

/** `2-5120`: how often the file was read from its start, and how much of it was read. */
const REVISION = /^(\d+)-(\d+)$/;

function isRewritten(before: string, after: string): boolean {
  const [was, is] = [REVISION.exec(before), REVISION.exec(after)];
  return was !== null && is !== null && (was[1] !== is[1] || Number(is[2]) < Number(was[2]));
}
