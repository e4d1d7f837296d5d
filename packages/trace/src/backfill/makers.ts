import type { Worker } from 'node:worker_threads';
import type { ComingTrace, GivenTrace } from '../hook/export-session.js';
import type { MadeSpan } from '../otlp/made-span.js';
import {
  type MadePart,
  type MakeOrder,
  newClaim,
  newWaiting,
  type OpenSession,
  take,
  type Waiting,
} from './make-order.js';
import { makeParts } from './make-spans.js';
import { unpackSpans } from './packed-spans.js';

/** A thread that runs `makeSpans`, and what it shares with us. */
export interface Maker {
  thread: Pick<Worker, 'postMessage' | 'on' | 'terminate'>;
  waiting: Waiting;
}

/** A thread has so much before it, so that it never waits for us. */
const ENOUGH_BYTES = 4 * 1024 * 1024;
const ENOUGH_ORDERS = 2;
/** A larger session is not made here: what it gives would have to be held, and nothing is sent meanwhile. */
const MOST_HERE = 4 * 1024 * 1024;
/** No more is made here as long as so much of it waits. */
const MOST_HELD_HERE = 16 * 1024 * 1024;

/**
 * Threads that make the spans of sessions to come while those of one are given. Who waits for a thread makes others of
 * them meanwhile. Orders must be asked for in the order they were given, and no thread gets them in another one: it
 * waits when it is far ahead.
 */
export class Makers {
  private readonly orders = new Map<number, Order>();
  /** Given to no thread yet. */
  private queue: MakeOrder[] = [];
  /** The orders that each maker has before it. */
  private readonly loads: Map<number, MakeOrder>[];
  private count = 0;
  private failure: Error | undefined;
  /** Of what was made here. */
  private readonly waitingHere = newWaiting();

  /** For what is made here; without it nothing is. */
  open: OpenSession | undefined;

  constructor(private readonly makers: readonly Maker[]) {
    this.loads = makers.map(() => new Map());
    for (const { thread, waiting } of makers) {
      thread.on('message', (part: MadePart) => {
        const order = this.orders.get(part.id);
        if (part.kind === 'made') this.made(part.id);
        else if (order) order.take(part, waiting);
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

  make(wanted: Omit<MakeOrder, 'id' | 'claim'>): ComingTrace {
    if (this.failure || this.makers.length === 0) throw this.failure ?? new Error('there is no thread');
    const id = this.count++;
    const order = new Order(
      () => this.end(id),
      () => this.makeOne(),
    );
    this.orders.set(id, order);
    this.queue.push({ ...wanted, id, claim: newClaim() });
    this.handOut();
    return order;
  }

  async close(): Promise<void> {
    this.failure ??= new Error('closed');
    await Promise.all(this.makers.map(({ thread }) => thread.terminate()));
  }

  /** To threads that have little to do. */
  private handOut(): void {
    for (;;) {
      const at = this.loads.findIndex((load) => load.size < ENOUGH_ORDERS || bytesOf(load.values()) < ENOUGH_BYTES);
      const load = this.loads[at];
      const [next] = this.queue;
      if (!next || !load) return;
      this.queue.shift();
      load.set(next.id, next);
      this.makers[at]?.thread.postMessage(next);
    }
  }

  private made(id: number): void {
    for (const load of this.loads) load.delete(id);
    this.handOut();
  }

  private end(id: number): void {
    this.orders.delete(id);
    this.queue = this.queue.filter((order) => order.id !== id);
  }

  /** Makes one that no thread has begun, here and now. False when there is none that suits. */
  private makeOne(): boolean {
    const { open, waitingHere } = this;
    if (!open || this.failure || Atomics.load(waitingHere, 0) >= MOST_HELD_HERE) return false;
    const order = this.unbegun();
    const coming = order && this.orders.get(order.id);
    if (!coming) return false;
    makeParts(order, open, (part) => {
      if (part.kind === 'spans') Atomics.add(waitingHere, 0, part.bytes.length);
      coming.take(part, waitingHere);
    });
    return true;
  }

  /** The next of those that wait; else, in the end, the last that a thread would come to. */
  private unbegun(): MakeOrder | undefined {
    const next = this.queue.find(isMadeHere);
    if (next) {
      this.queue = this.queue.filter((each) => each !== next);
      return next;
    }
    const last = this.loads.flatMap((load) => [...load.values()].reverse());
    const order = last.find((each) => isMadeHere(each) && this.orders.has(each.id) && take(each.claim));
    if (order) this.made(order.id);
    return order;
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const order of this.orders.values()) order.fail(error);
  }
}

function isMadeHere({ bytes }: MakeOrder): boolean {
  return bytes <= MOST_HERE;
}

function bytesOf(load: Iterable<MakeOrder>): number {
  let sum = 0;
  for (const { bytes } of load) sum += bytes;
  return sum;
}

/** One session on its way. */
class Order implements ComingTrace {
  private opened: GivenTrace | undefined;
  private readonly unread = new Map<string, number>();
  private readonly spans = new Map<number, { spans: MadeSpan[]; taken(): void }>();
  private failure: Error | undefined;
  private wake: () => void = () => {};

  constructor(
    private readonly finish: () => void,
    /** Does something else that has to be done; false when there is nothing. */
    private readonly makeOther: () => boolean,
  ) {}

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
    if ('unread' in part && part.unread) for (const [file, lines] of part.unread) this.unread.set(file, lines);
    switch (part.kind) {
      case 'failed':
        this.failure = new Error(part.reason);
        break;
      case 'turns':
        this.opened = {
          turns: part.turns.map((turn, at) => ({ ...turn, spans: () => this.spans.get(at)?.spans ?? [] })),
          unread: this.unread,
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
    if (this.makeOther()) {
      // What threads have sent comes in between.
      await new Promise(setImmediate);
      return;
    }
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
