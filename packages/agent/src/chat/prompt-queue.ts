import { type Block, textOf } from '@unspool/session';
import type { Listen, TurnFinished } from '../loop/event.js';

/** A prompt and who waits for the end of its turn. */
export interface Waiting {
  prompt: string | Block[];
  done(turn: TurnFinished | undefined): void;
}

/** Prompts that came while the loop works, in the order they came. Every change is told. */
export class PromptQueue {
  private waiting: Waiting[] = [];

  constructor(private readonly tell: Listen) {}

  get length(): number {
    return this.waiting.length;
  }

  add(entry: Waiting): void {
    this.waiting.push(entry);
    this.told('enqueue', entry);
  }

  /** The next one, if it fits: a slash command has to wait for the end of the turn. */
  take(fits: (prompt: string | Block[]) => boolean = () => true): Waiting | undefined {
    const first = this.waiting[0];
    if (!first || !fits(first.prompt)) return undefined;
    this.waiting.shift();
    this.told('dequeue');
    return first;
  }

  takeBack(): string[] {
    const words = this.words();
    for (const { done } of this.waiting.splice(0)) done(undefined);
    if (words.length > 0) this.told('popAll');
    return words;
  }

  private told(operation: 'enqueue' | 'dequeue' | 'popAll', entry?: Waiting): void {
    const content = entry && textOf(entry.prompt);
    this.tell({ type: 'queue', operation, ...(content !== undefined && { content }), waiting: this.words() });
  }

  private words(): string[] {
    return this.waiting.map(({ prompt }) => textOf(prompt));
  }
}
