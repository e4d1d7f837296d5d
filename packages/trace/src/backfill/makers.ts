import type { Worker } from 'node:worker_threads';
import type { ComingTrace, GivenTrace } from '../hook/export-session.js';
import type { MadeSpan } from '../otlp/made-span.js';
import type { MadePart, MakeOrder, Waiting } from './make-order.js';
import { unpackSpans } from './packed-spans.js';

/** A thread that runs `makeSpans`, and what it shares with us. */
export interface Maker {
  thread: Pick<Worker, 'postMessage' | 'on' | 'terminate'>;
  waiting: Waiting;
}

/**
 * Threads that make the spans of sessions to come while those of one are given. Orders are taken up in turn and must be
 * asked for in the order they were given: a thread that is far ahead waits.
 */
export class Makers {
  private readonly orders = new Map<number, Order>();
  /** Bytes of the sessions that each maker has before it. */
  private readonly loads: number[];
  private count = 0;
  private failure: Error | undefined;

  constructor(private readonly makers: readonly Maker[]) {
    this.loads = makers.map(() => 0);
    for (const { thread, waiting } of makers) {
      thread.on('message', (part: MadePart) => {
        const order = this.orders.get(part.id);
        if (order) order.take(part, waiting);
        else release(part, waiting);
      });
      thread.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))));
      thread.on('exit', () => this.fail(new Error('a thread ended too early')));
    }
  }

  /** How many sessions can be under way. */
  get size(): number {
    return this.failure ? 0 : this.makers.length;
  }

  /** `bytes`: how much there is to read. */
  make(order: Omit<MakeOrder, 'id'>, bytes: number): ComingTrace {
    const id = this.count++;
    const at = this.loads.indexOf(Math.min(...this.loads));
    const maker = this.makers[at];
    if (this.failure || !maker) throw this.failure ?? new Error('there is no thread');
    const coming = new Order(() => {
      this.orders.delete(id);
      this.loads[at] = (this.loads[at] ?? 0) - bytes;
    });
    this.orders.set(id, coming);
    this.loads[at] = (this.loads[at] ?? 0) + bytes;
    maker.thread.postMessage({ ...order, id } satisfies MakeOrder);
    return coming;
  }

  async close(): Promise<void> {
    this.failure ??= new Error('closed');
    await Promise.all(this.makers.map(({ thread }) => thread.terminate()));
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const order of this.orders.values()) order.fail(error);
  }
}

/** One session on its way. */
class Order implements ComingTrace {
  private opened: GivenTrace | undefined;
  private readonly spans = new Map<number, { spans: MadeSpan[]; taken(): void }>();
  private failure: Error | undefined;
  private wake: () => void = () => {};

  constructor(private readonly finish: () => void) {}

  async open(): Promise<GivenTrace> {
    for (;;) {
      if (this.opened) return this.opened;
      await this.news();
    }
  }

  async arrived(turn: number): Promise<void> {
    while (!this.spans.has(turn)) await this.news();
  }

  /** The turn is done with. */
  passed(turn: number): void {
    this.spans.get(turn)?.taken();
    this.spans.delete(turn);
  }

  take(part: MadePart, waiting: Waiting): void {
    switch (part.kind) {
      case 'failed':
        this.failure = new Error(part.reason);
        break;
      case 'turns':
        this.opened = {
          turns: part.turns.map((turn, at) => ({ ...turn, spans: () => this.spans.get(at)?.spans ?? [] })),
        };
        break;
      case 'spans':
        this.spans.set(part.turn, { spans: unpackSpans(part), taken: () => release(part, waiting) });
    }
    this.wake();
  }

  fail(error: Error): void {
    this.failure ??= error;
    this.wake();
  }

  /** Nothing more is wanted of it. */
  end(): void {
    for (const turn of [...this.spans.keys()]) this.passed(turn);
    this.finish();
  }

  private async news(): Promise<void> {
    if (this.failure) throw this.failure;
    await new Promise<void>((wake) => {
      this.wake = wake;
    });
  }
}

/** Its thread may make more. */
function release(part: MadePart, waiting: Waiting): void {
  if (part.kind !== 'spans') return;
  Atomics.sub(waiting, 0, part.bytes.length);
  Atomics.notify(waiting, 0);
}
