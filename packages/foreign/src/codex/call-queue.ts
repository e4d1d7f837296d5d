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
  /** The id and time of the next reply. */
  next: () => { id: string; moment: Moment };
}

/**
 * Holds back a reply and what follows it until its token counts are known. Some versions write them before the reply,
 * some after it, some after the results of its calls.
 */
export class CallQueue {
  private open: OpenReply | undefined;
  private later: (() => void)[] = [];
  private isClosed = false;
  /** Token counts that came before their reply. */
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

  /** Something that comes after the reply. */
  after(report: () => void): void {
    if (!this.open) {
      report();
      return;
    }
    this.later.push(report);
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

  /** The end of a turn: no more token counts come for its replies. */
  end(model: string | undefined): void {
    this.flush();
    this.countEarly(model);
  }

  /** A call without a recorded reply, such as one that wrote a summary. */
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
    for (const report of later) report();
  }
}
