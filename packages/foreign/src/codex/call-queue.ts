import type { Block } from '@unspool/session';
import type { CallUsage, Moment, Thread } from '../contract/thread.js';

interface OpenReply {
  id: string;
  moment: Moment;
  model: string | undefined;
  content: Block[];
  usage: CallUsage | undefined;
}

export interface QueueOptions {
  thread: () => Thread;
  /** Names the next reply, and its place in time. */
  next: () => { id: string; moment: Moment };
}

/**
 * Holds a reply, and what follows it, until its tokens are known: some versions tell them before it, some after it, some
 * after the results of its calls.
 */
export class CallQueue {
  private open: OpenReply | undefined;
  private later: (() => void)[] = [];
  private isClosed = false;
  /** Tokens that were told before their reply. */
  private early: CallUsage | undefined;

  constructor(private readonly options: QueueOptions) {}

  /** A part of a reply. */
  add(content: Block[], model: string | undefined): void {
    if (this.isClosed) this.flush();
    if (!this.open) {
      this.open = { ...this.options.next(), model, content: [], usage: this.early };
      this.early = undefined;
    }
    this.open.content.push(...content);
  }

  /** What comes after the reply. */
  after(tell: () => void): void {
    if (!this.open) {
      tell();
      return;
    }
    this.later.push(tell);
    this.isClosed = true;
    if (this.open.usage) this.flush();
  }

  count(usage: CallUsage, model: string | undefined): void {
    if (!this.open || this.open.usage) {
      this.countEarly(model);
      this.early = usage;
      return;
    }
    this.open.usage = usage;
    this.isClosed = true;
    if (this.later.length > 0) this.flush();
  }

  /** The end of a turn: nothing more comes for its replies. */
  end(model: string | undefined): void {
    this.flush();
    this.countEarly(model);
  }

  /** A call of which nothing was kept, such as one that made a summary. */
  private countEarly(model: string | undefined): void {
    if (!this.early) return;
    const usage = this.early;
    this.early = undefined;
    this.flush();
    const { id, moment } = this.options.next();
    this.options.thread().reply({ id, model, content: [], usage }, moment);
  }

  private flush(): void {
    const { open, later } = this;
    this.open = undefined;
    this.later = [];
    this.isClosed = false;
    if (!open) return;
    const { moment, ...reply } = open;
    this.options.thread().reply(reply, moment);
    for (const tell of later) tell();
  }
}
